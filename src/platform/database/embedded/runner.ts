import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The way to run PostgreSQL, if necessary as another user: a prefix of the command line, and user ids for `spawn`. */
export interface Runner {
  readonly wrapper: readonly string[];
  readonly ids: { readonly uid?: number; readonly gid?: number };
}

/**
 * Runs a program as root, in a user namespace in which root has the user id 1. PostgreSQL refuses to run as user id 0.
 */
const AS_ROOT: Runner = {
  wrapper: ['unshare', '--user', '--map-user=1', '--map-group=1'],
  ids: {},
};

/**
 * Chooses the user that runs PostgreSQL, because PostgreSQL refuses to run as root. If this process is not root, the
 * user of this process runs PostgreSQL. If this process is root, an existing cluster runs as the owner of the cluster.
 * A new cluster runs as the first account that can reach `folder` and `program`. If no account can reach both, the new
 * cluster runs in a user namespace. If root owns `folder`, the chosen account becomes the owner of the folder and its
 * files.
 * @throws Error if none of these ways works
 */
export function chooseRunner(folder: string, program: string): Runner {
  if (process.getuid?.() !== 0) return { wrapper: [], ids: {} };
  const chosen = runnersFor(folder).find(({ wrapper, ids }) => {
    const words = [...wrapper, 'sh', '-c', 'cd "$0" && test -x "$1"', folder, program];
    return spawnSync(words[0]!, words.slice(1), { stdio: 'ignore', ...ids }).status === 0;
  });
  if (!chosen) {
    throw new Error(
      `PostgreSQL refuses to run as root, and here root can neither lend it an account that can ` +
        `reach ${folder} and ${program}, nor make a user namespace (unshare --user). ` +
        `Start as an ordinary user, or set DATABASE_URL to use a PostgreSQL of your own.`,
    );
  }
  // Changes owners only if root owns the folder. Any other owner could have put hard links into the folder, and
  // changing the owner of a hard link changes the owner of the linked file, which may belong to a third user.
  const { uid, gid } = chosen.ids;
  if (uid !== undefined && gid !== undefined && statSync(folder).uid === 0) {
    for (const name of [...readdirSync(folder), '.']) lchownSync(join(folder, name), uid, gid);
  }
  return chosen;
}

function runnersFor(folder: string): Runner[] {
  const cluster = join(folder, 'cluster');
  if (existsSync(cluster)) return [runnerOf(statSync(cluster))];
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const accounts = ['postgres', 'nobody'].flatMap((name) => {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : [];
  });
  const owners = [statSync(folder), statSync(join(folder, '../..'))].filter(({ uid }) => uid !== 0);
  return [...[...owners, ...accounts].map(runnerOf), AS_ROOT];
}

const runnerOf = ({ uid, gid }: { readonly uid: number; readonly gid: number }): Runner =>
  uid === 0 ? AS_ROOT : { wrapper: [], ids: { uid, gid } };
