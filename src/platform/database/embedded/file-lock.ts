import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { EmbeddedPostgresError } from './folder.js';

/**
 * Shell function `lock x|s SECONDS FD`: flock(2), exclusive or shared, on an open file; it fails when
 * SECONDS went by in vain. Linux has flock(1); macOS has not, but brings Perl.
 */
export const LOCK_FUNCTION = `lock() {
  if command -v flock >/dev/null; then flock "-$1" -w "$2" "$3"; return; fi
  perl -e '
    my ($mode, $seconds, $fd) = @ARGV;
    open(my $file, "+<&=", $fd) or die "fd $fd: $!";
    for (0 .. $seconds * 20) {
      exit 0 if flock($file, ($mode eq "x" ? 2 : 1) | 4);
      select(undef, undef, undef, 0.05);
    }
    exit 1' "$@"
}`;

/**
 * An exclusive flock(2) on a file. It belongs to the open file, not to a process: the child that
 * takes it leaves it to this process, a program started with the file inherits it, and the kernel
 * gives it back when the last holder is gone, however it went. A lock file can therefore never be
 * stale, and who holds it is never guessed from a process id.
 */
export class FileLock {
  #open = true;

  private constructor(
    /** For handing the lock on to a child process. */
    readonly fd: number,
  ) {}

  /** Waits up to `seconds` for the lock (0: not at all); `undefined` when it stayed taken. */
  static async take(path: string, seconds: number): Promise<FileLock | undefined> {
    const lock = new FileLock(openSync(path, 'a+', 0o600));
    const args = ['-c', `${LOCK_FUNCTION}\nlock "$@"`, 'lock', 'x', String(seconds), '3'];
    const child = spawn('sh', args, { stdio: ['ignore', 'ignore', 'pipe', lock.fd] });
    const complaint = text(child.stderr!);
    await once(child, 'close');
    if (child.exitCode === 0) return lock;
    lock.release();
    if (child.exitCode === 1) return undefined;
    throw new EmbeddedPostgresError(`Cannot lock ${path}: ${(await complaint).trim()}`);
  }

  /** Gives up this process's hold; children that inherited the lock keep theirs. Idempotent. */
  release(): void {
    if (this.#open) closeSync(this.fd);
    this.#open = false;
  }
}
