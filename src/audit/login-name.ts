import { userInfo } from 'node:os';

/** Who runs this process, as the operating system knows them; in a container that may be a number. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // No entry in the passwd file for this uid: usual under `docker run --user`.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
