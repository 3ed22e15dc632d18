import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { EmbeddedPostgresError, type Folder } from './folder.js';
import type { Runner } from './runner.js';
import { LOCK_FUNCTION } from './file-lock.js';
import { hasEnded } from './program.js';

/**
 * Open files: 3 users, 4 gate, 5 server. The shared lock counts this user in. `read` returns when the
 * user lets go of the pipe, or dies. Then, with the gate shut so that nobody comes in meanwhile, an
 * exclusive lock on "users" says that no other user is left, and the server is told to stop, ever
 * more sternly (INT: fast; QUIT: at once, recovering at the next start), until all of it is gone. The
 * paths are relative: where the folder was deleted, a new one of that name is none of this keeper's
 * business (PostgreSQL ends by itself a minute after its files did).
 */
const SCRIPT = `
${LOCK_FUNCTION}
trap '' HUP INT TERM PIPE
lock s 30 3 || exit 1
echo counted
read -r _
lock x 3600 4 || exit 1
lock x 0 3 || exit 0
lock x 0 5 && exit 0
for signal in INT INT INT INT INT QUIT KILL; do
  [ -f gate.lock ] || exit 0
  read -r pid <cluster/postmaster.pid && kill -"$signal" "$pid"
  lock x 4 5 && exit 0
done
exit 1
`;

/**
 * The small shell beside each process that uses the database: it outlives a kill -9 of that process
 * and does what an orderly end would have done. It runs as the server does, so that it can signal
 * the server but nothing of root's, and in its own session, out of reach of Ctrl-C.
 */
export class Keeper {
  #shell: Promise<ChildProcess>;
  #released = false;

  private constructor(
    private readonly folder: Folder,
    private readonly runner: Runner,
  ) {
    this.#shell = this.launch();
  }

  /** Resolves once this process is counted as a user of the database. */
  static async start(folder: Folder, runner: Runner): Promise<Keeper> {
    const keeper = new Keeper(folder, runner);
    await keeper.#shell;
    return keeper;
  }

  /** Resolves when this process counts no more and, if it was the last, the server has stopped. */
  async release(): Promise<void> {
    this.#released = true;
    const shell = await this.#shell;
    if (hasEnded(shell)) return;
    shell.ref();
    shell.stdin?.end();
    await once(shell, 'exit');
  }

  private async launch(): Promise<ChildProcess> {
    const { usersLock, gateLock, serverLock } = this.folder;
    const files = [usersLock, gateLock, serverLock].map((path) => openSync(path, 'a+', 0o600));
    const shell = this.runner.spawn('sh', ['-c', SCRIPT], {
      cwd: this.folder.path,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore', ...files],
    });
    files.forEach((fd) => closeSync(fd));
    shell.unref();
    await Promise.race([once(shell.stdout!, 'data'), once(shell, 'exit')]);
    shell.stdout!.destroy();
    if (hasEnded(shell)) {
      throw new EmbeddedPostgresError(
        `The keeper of the database in ${this.folder.path} did not start.`,
      );
    }
    shell.once('exit', (_code, signal) => {
      if (signal && !this.#released) this.#shell = this.launch().catch(() => shell);
    });
    return shell;
  }
}
