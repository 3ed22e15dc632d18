import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findBinaries } from './binaries.js';
import { chooseRunner, type Runner } from './runner.js';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  // The log has no value of a row or statement (contract 12). `log` leaves out errors, whose messages quote values; the
  // service logs its failed statements itself. `terse` leaves out the statement of a server process that crashed.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
};
const LOADER_PATH = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';

/**
 * The supervisor is a shell. Each process that uses the database starts one supervisor. The shell has a session of its
 * own. So Ctrl-C does not reach the shell, and the shell survives a `kill -9` of the process. Each input line of the
 * shell is a port. If no server runs, the shell starts the server at that port. The shell then answers with a
 * `ServerState`. When the process ends in any way, the input of the shell ends. The shell then stops the server if no
 * other process uses the server.
 *
 * The locks are flock(2) locks. The kernel releases a lock when the last process that holds the lock ends, so no lock
 * is ever stale. Each supervisor holds a shared lock on `users.lock` (descriptor 3). A supervisor that can make this
 * lock exclusive is the last supervisor. initdb and PostgreSQL inherit the lock on `server.lock` (descriptor 5). So if
 * a shell gets the lock on `server.lock`, no older server runs, whatever postmaster.pid says. If only children of a
 * killed server hold this lock, the shell kills them, where /proc shows them. If flock(1) is missing, as on macOS, Perl
 * takes the locks. The script uses paths relative to its working directory. So if another folder with the same name
 * replaces the working directory, the script does not touch the new folder.
 */
const SCRIPT = String.raw`
native=$1 options=$2 no_sync=$3; shift 3

lock() { # x|s SECONDS FD
  if command -v flock >/dev/null; then flock "-$1" -w "$2" "$3"; return; fi
  perl -e '
    my ($mode, $seconds, $fd) = @ARGV;
    open(my $file, "+<&=", $fd) or die "fd $fd: $!";
    for (0 .. $seconds * 20) {
      exit 0 if flock($file, ($mode eq "x" ? 2 : 1) | 4);
      select(undef, undef, undef, 0.05);
    }
    exit 1' "$@"
}

pg() { # PROGRAM ARGUMENT...
  program=$1; shift
  env -i LC_ALL=C TZ=UTC ${LOADER_PATH}="$PWD/lib:$native/lib" "$native/bin/$program" "$@" 3>&-
}

# The cluster gets its name when it is complete; one that was cut short is made again.
make_cluster() {
  [ -d cluster ] && return
  rm -rf cluster.unfinished
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >password
  pg initdb --pgdata=cluster.unfinished --username=imprimatur --pwfile=password --auth=scram-sha-256 --encoding=UTF8 \
    --locale-provider=builtin --builtin-locale=C.UTF-8 --no-instructions $no_sync &&
    echo 'CREATE DATABASE imprimatur' | pg postgres --single -D cluster.unfinished postgres &&
    mv cluster.unfinished cluster
}

# A recovery that takes longer goes on while the caller asks again.
start() { # TARGET NAME...
  : >server.log
  rm -rf lib; mkdir lib
  while [ $# -gt 0 ]; do ln -s "$1" "lib/$2"; shift 2; done
  { make_cluster && rm -f cluster/postmaster.pid &&
    pg pg_ctl start -s -w -t 5 -D cluster -o "-p $port $options" </dev/null; } >>server.log 2>&1
}

holds() { # PID FD LOCK
  [ "/proc/$1/fd/$2" -ef "$3.lock" ]
}

# A child of a killed server waits for ever for memory that another killed child has locked. The list of processes is
# older than the id of the server, so it has no process of a server that another shell starts meanwhile. In another PID
# namespace, as that of a container, the id of the server means another process.
end_orphans() {
  processes=$(cd /proc && echo [0-9]*)
  { read -r server; } 2>/dev/null <cluster/postmaster.pid || return
  holds "$server" 5 server && return
  for pid in $processes; do
    [ "/proc/$pid/ns/pid" -ef /proc/self/ns/pid ] || continue
    if holds "$pid" 5 server && ! holds "$pid" 3 users; then kill -9 "$pid" 2>/dev/null; fi
  done
}

serve() {
  exec 5<>server.lock
  if ! lock x 0 5; then end_orphans
  elif ! start "$@"; then
    exec 5>&- 5<>server.lock
    if lock x 0 5; then exec 5>&-; echo failed; return; fi
  fi
  exec 5>&-
  at= status=
  { read -r _; read -r _; read -r _; read -r at; read -r _; read -r _; read -r _; read -r status
  } 2>/dev/null <cluster/postmaster.pid
  if [ "$status" = ready ]; then echo "$at" >port; echo ready; else echo busy; fi
}

stop() {
  [ -f users.lock ] && lock x 0 3 || return
  exec 5<>server.lock
  for mode in fast fast fast fast immediate; do
    lock x 0 5 && return
    pg pg_ctl stop -s -m "$mode" -t 4 -D cluster 5>&- </dev/null
    end_orphans
    lock x 1 5 && return
  done
}

trap '' HUP INT TERM PIPE
umask 077
exec 3<>users.lock
lock s 60 3 || exit 1
while read -r port; do serve "$@"; done
stop 2>/dev/null
`;

/**
 * State of the server. A `busy` server is not ready yet, and the caller must ask again. A `failed` server cannot start,
 * and server.log has the reason.
 */
export type ServerState = 'ready' | 'busy' | 'failed';

/** The supervisor of this process. If a signal kills the supervisor, this class starts another supervisor. */
export class Supervisor {
  private readonly binaries = findBinaries();
  private readonly runner: Runner;
  private child!: ChildProcess;
  private lines!: AsyncIterator<string>;
  private released = false;

  constructor(
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.runner = chooseRunner(folder, join(this.binaries.native, 'bin', 'postgres'));
    this.launch();
  }

  /** Asks the supervisor for the server's state. If no server runs, the supervisor first starts a server at `port`. */
  async ask(port: string): Promise<ServerState> {
    if (this.child.pid === undefined) this.relaunch();
    this.child.stdin!.write(`${port}\n`);
    const { value = 'busy' } = await this.lines.next();
    return value as ServerState;
  }

  /** Lets this process exit although the supervisor still runs. */
  unref(): void {
    this.child.unref();
    (this.child.stdout as Socket).unref();
  }

  async release(): Promise<void> {
    this.released = true;
    const { child } = this;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    child.stdin!.end();
    await once(child, 'exit');
  }

  private launch(): void {
    const { native, links } = this.binaries;
    const settings = Object.entries({ ...SETTINGS, ...this.settings });
    const options = settings.map(([name, value]) => `-c '${name}=${value}'`).join(' ');
    const noSync = this.settings['fsync'] === 'off' ? '--no-sync' : '';
    const words = links.flatMap(({ target, name }) => [target, name]);
    const { wrapper, ids } = this.runner;
    const script = ['sh', '-c', SCRIPT, 'supervisor', native, options, noSync, ...words];
    const [program = '', ...args] = [...wrapper, ...script];
    const stdio = ['pipe', 'pipe', 'ignore'] as const;
    this.child = spawn(program, args, {
      cwd: this.folder,
      detached: true,
      stdio: [...stdio],
      ...ids,
    });
    this.child.stdin!.on('error', () => undefined);
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
    this.child.once('exit', (_code, signal) => {
      if (signal !== null && !this.released) this.relaunch();
    });
  }

  /** Restarts the supervisor. If this fails because the folder is missing, the next `ask` tries again. */
  private relaunch(): void {
    this.launch();
    this.child.once('error', () => undefined);
    this.unref();
  }
}
