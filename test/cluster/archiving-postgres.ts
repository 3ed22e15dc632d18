import { execFile, execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '../../deploy/cluster/local/packages.js';
import { freePort } from '../setup/free-port.js';
import { sql } from '../setup/sql.js';

const USER = 'postgres';
const id = (flag: string): number => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
const isRoot = process.getuid?.() === 0;

/** A PostgreSQL from Debian's packages that archives its write-ahead log (docs/operations.md). */
export class ArchivingPostgres {
  private readonly started: string[] = [];

  private constructor(
    private readonly directory: string,
    private readonly bin: string,
    private readonly setpriv: string,
  ) {}

  static async start(): Promise<{ postgres: ArchivingPostgres; url: string }> {
    const { postgresBin, setpriv } = findPrograms();
    const directory = await mkdtemp(join(tmpdir(), 'imprimatur-archive-'));
    const postgres = new ArchivingPostgres(directory, postgresBin, setpriv);
    execFileSync('chmod', ['711', directory]);
    await postgres.folder('archive');
    const data = await postgres.folder('data');
    await postgres.run(
      'initdb',
      '-D',
      data,
      '-U',
      'imprimatur',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    );
    const archive = join(directory, 'archive');
    const url = await postgres.serve(data, [
      'archive_mode = on',
      `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    ]);
    await sql(url('postgres'), 'CREATE DATABASE imprimatur');
    return { postgres, url: url('imprimatur') };
  }

  /** Makes a base backup while clients write. @returns the folder of the backup */
  async backUp(url: string): Promise<string> {
    const backup = await this.folder('backup');
    await this.run('pg_basebackup', '-d', url, '-D', backup, '-X', 'none', '-c', 'fast');
    return backup;
  }

  /** Resolves when everything that was written so far is archived. */
  async archiveAll(url: string): Promise<void> {
    const [row] = await sql<{ file: string }>(
      url,
      'SELECT pg_walfile_name(pg_switch_wal()) AS file',
    );
    for (;;) {
      const [archived] = await sql<{ done: boolean }>(
        url,
        'SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver',
        [row!.file],
      );
      if (archived!.done) return;
    }
  }

  /** Starts a backup as a second server, with the state at `time`. @returns the address of this server */
  async restore(backup: string, time: string): Promise<string> {
    await writeFile(join(backup, 'recovery.signal'), '');
    const url = await this.serve(backup, [
      'archive_mode = off',
      `restore_command = 'cp ${join(this.directory, 'archive')}/%f %p'`,
      `recovery_target_time = '${time}'`,
      `recovery_target_action = 'promote'`,
    ]);
    const database = url('imprimatur');
    for (;;) {
      const [row] = await sql<{ open: boolean }>(
        database,
        'SELECT NOT pg_is_in_recovery() AS open',
      );
      if (row!.open) return database;
    }
  }

  async close(): Promise<void> {
    for (const data of this.started)
      await this.run('pg_ctl', 'stop', '-D', data, '-m', 'immediate');
    await rm(this.directory, { recursive: true, force: true, maxRetries: 20 });
  }

  private async serve(
    data: string,
    settings: readonly string[],
  ): Promise<(name: string) => string> {
    const port = await freePort();
    const all = [
      ...settings,
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      'fsync = off',
      '',
    ];
    await appendFile(join(data, 'postgresql.conf'), all.join('\n'));
    if (isRoot) execFileSync('chown', ['-R', `${USER}:${USER}`, data]);
    await this.run('pg_ctl', 'start', '-w', '-D', data, '-l', join(data, 'server.log'));
    this.started.push(data);
    return (name) => `postgres://imprimatur@127.0.0.1:${port}/${name}`;
  }

  private async folder(name: string): Promise<string> {
    const path = join(this.directory, name);
    await mkdir(path, { mode: 0o700 });
    if (isRoot) chownSync(path, id('-u'), id('-g'));
    return path;
  }

  private async run(program: string, ...args: string[]): Promise<void> {
    const command = [join(this.bin, program), ...args];
    const [file, ...rest] = isRoot
      ? [this.setpriv, `--reuid=${USER}`, `--regid=${USER}`, '--init-groups', ...command]
      : command;
    await promisify(execFile)(file!, rest, { cwd: this.directory });
  }
}
