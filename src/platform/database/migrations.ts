import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { AccountsAndKeys1795219200001 } from '../../../migrations/1795219200001-accounts-and-keys.js';
import { PublicationsAndReleases1795219200002 } from '../../../migrations/1795219200002-publications-and-releases.js';
import { WritesAndUsage1795219200003 } from '../../../migrations/1795219200003-writes-and-usage.js';
import { SiteAndSearch1795219200004 } from '../../../migrations/1795219200004-site-and-search.js';
import { ListsAndSitemap1795219200005 } from '../../../migrations/1795219200005-lists-and-sitemap.js';
import { SearchLanguages1795219200006 } from '../../../migrations/1795219200006-search-languages.js';
import { OperatorsWrites1795219200007 } from '../../../migrations/1795219200007-operators-writes.js';
import { AccountAuditIndex1795219200008 } from '../../../migrations/1795219200008-account-audit-index.js';
import { Responsibility1795219200009 } from '../../../migrations/1795219200009-responsibility.js';
import { KeptPages1795219200020 } from '../../../migrations/1795219200020-kept-pages.js';
import { PageModifiedTimes1795219200021 } from '../../../migrations/1795219200021-page-modified-times.js';
import { ReleasesByAccount1795219200030 } from '../../../migrations/1795219200030-releases-by-account.js';
import { SearchRanking1795219200040 } from '../../../migrations/1795219200040-search-ranking.js';
import { WorkingSearch1795219200041 } from '../../../migrations/1795219200041-working-search.js';
import { PreviewSecret1795219200050 } from '../../../migrations/1795219200050-preview-secret.js';
import { PageResponsibility1795219200053 } from '../../../migrations/1795219200053-page-responsibility.js';
import { WorkingIndex1795219200060 } from '../../../migrations/1795219200060-working-index.js';
import { ReleasedPageTurns1795219200070 } from '../../../migrations/1795219200070-released-page-turns.js';
import { PrerenderedFeeds1795219200110 } from '../../../migrations/1795219200110-prerendered-feeds.js';
import { RenderedBy1795219200111 } from '../../../migrations/1795219200111-rendered-by.js';
import { WorkingIndexTurns1795219200120 } from '../../../migrations/1795219200120-working-index-turns.js';
import { KeySuccessors1795219200150 } from '../../../migrations/1795219200150-key-successors.js';
import { Channel1795219200160 } from '../../../migrations/1795219200160-channel.js';
import { ChannelChecked1795219200161 } from '../../../migrations/1795219200161-channel-checked.js';
import { Clients1795219200162 } from '../../../migrations/1795219200162-clients.js';
import { Decisions1795219200163 } from '../../../migrations/1795219200163-decisions.js';
import { ReleaseRules1795219200164 } from '../../../migrations/1795219200164-release-rules.js';
import { DeskSessions1795219200165 } from '../../../migrations/1795219200165-desk-sessions.js';
import { PageApprovedVia1795219200166 } from '../../../migrations/1795219200166-page-approved-via.js';
import { ReleasedVersions1795219200170 } from '../../../migrations/1795219200170-released-versions.js';
import { SignedRecords1795219200171 } from '../../../migrations/1795219200171-signed-records.js';
import { Erasures1795219200180 } from '../../../migrations/1795219200180-erasures.js';
import { Pictures1795219200190 } from '../../../migrations/1795219200190-pictures.js';
import { RevisionPictures1795219200191 } from '../../../migrations/1795219200191-revision-pictures.js';
import { UploadSecret1795219200192 } from '../../../migrations/1795219200192-upload-secret.js';
import { ReleaseTraces1795219200210 } from '../../../migrations/1795219200210-release-traces.js';
import { AccountResumed1795219200220 } from '../../../migrations/1795219200220-account-resumed.js';
import { LongerPendingLists1795219200230 } from '../../../migrations/1795219200230-longer-pending-lists.js';
import { ReleaseDecisions1795219200310 } from '../../../migrations/1795219200310-release-decisions.js';
import { WithdrawnAt1795219200320 } from '../../../migrations/1795219200320-withdrawn-at.js';
import { ImportedFiles1795219200330 } from '../../../migrations/1795219200330-imported-files.js';
import { ApprovedIn1795219200390 } from '../../../migrations/1795219200390-approved-in.js';
import { dataSourceOptions } from './data-source-options.js';
import { lockTimedOut } from './database-fault.js';
import type { MigrationState } from './migration-state.js';

type MigrationClass = new () => MigrationInterface;

/**
 * All migrations, in the order in which they run. They are listed by name, because a file pattern could also match a
 * file that an older build left behind, and such a file must never run.
 */
export const MIGRATIONS: readonly MigrationClass[] = [
  AccountsAndKeys1795219200001,
  PublicationsAndReleases1795219200002,
  WritesAndUsage1795219200003,
  SiteAndSearch1795219200004,
  ListsAndSitemap1795219200005,
  SearchLanguages1795219200006,
  OperatorsWrites1795219200007,
  AccountAuditIndex1795219200008,
  Responsibility1795219200009,
  KeptPages1795219200020,
  PageModifiedTimes1795219200021,
  ReleasesByAccount1795219200030,
  SearchRanking1795219200040,
  WorkingSearch1795219200041,
  PreviewSecret1795219200050,
  PageResponsibility1795219200053,
  WorkingIndex1795219200060,
  ReleasedPageTurns1795219200070,
  PrerenderedFeeds1795219200110,
  RenderedBy1795219200111,
  WorkingIndexTurns1795219200120,
  KeySuccessors1795219200150,
  Channel1795219200160,
  ChannelChecked1795219200161,
  Clients1795219200162,
  Decisions1795219200163,
  ReleaseRules1795219200164,
  DeskSessions1795219200165,
  PageApprovedVia1795219200166,
  ReleasedVersions1795219200170,
  SignedRecords1795219200171,
  Erasures1795219200180,
  Pictures1795219200190,
  RevisionPictures1795219200191,
  UploadSecret1795219200192,
  ReleaseTraces1795219200210,
  AccountResumed1795219200220,
  LongerPendingLists1795219200230,
  ReleaseDecisions1795219200310,
  WithdrawnAt1795219200320,
  ImportedFiles1795219200330,
  ApprovedIn1795219200390,
];

/** The names that the table `migrations` contains when the schema is up to date. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map((migration) => migration.name);

/** Key of the advisory lock for migrations. The service uses this number for no other lock. */
const MIGRATION_LOCK = 1_795_219_200;
const LOCK_PAUSE_MS = 100;

/** Reads which migrations of the database at `url` are applied and which are pending; changes nothing. */
export function migrationState(url: string): Promise<MigrationState> {
  return withExecutor(url, async (executor) => {
    const applied = await executor.getExecutedMigrations();
    const pending = await executor.getPendingMigrations();
    const inOrder = applied.toSorted((a, b) => a.timestamp - b.timestamp);
    return { applied: inOrder.map(nameOf), pending: pending.map(nameOf) };
  });
}

/**
 * Longest wait of a migration for a table lock. During this wait, writes to the table queue behind the migration. The
 * limit keeps the delay of these writes below 1 s (contract 12).
 */
const LOCK_TIMEOUT_MS = 500;
/** Pause before the next attempt. The statements that queued behind the migration run during this pause. */
const RETRY_DELAY_MS = 1_000;
/**
 * `migrate` fails if it does not get a table lock within this time. The operator must then find the session that holds
 * the lock.
 */
const GIVE_UP_MS = 120_000;

/**
 * Applies the pending migrations and returns their names. If two processes call this function, the second process waits
 * for the first process, and then has nothing to do. A failed migration can run again, because its transaction was
 * rolled back. A migration that builds an index concurrently has no transaction. Such a migration can also run again,
 * because it first removes the unfinished index of an earlier attempt.
 */
export function migrate(
  url: string,
  migrations: readonly MigrationClass[] = MIGRATIONS,
): Promise<string[]> {
  return withExecutor(
    url,
    async (executor, runner) => {
      await runner.query('SET statement_timeout = 0');
      await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await lockMigrations(runner);
      letIndexesWait(runner);
      const pending = await executor.getPendingMigrations();
      const giveUpAt = performance.now() + GIVE_UP_MS;
      for (;;) {
        try {
          await executor.executePendingMigrations();
          return pending.map(nameOf);
        } catch (error) {
          if (!lockTimedOut(error) || performance.now() > giveUpAt) throw error;
          await sleep(RETRY_DELAY_MS);
        }
      }
    },
    migrations,
  );
}

/** Switches the lock time-out off for concurrent index builds, because such a build blocks no writes while it waits. */
function letIndexesWait(runner: QueryRunner): void {
  const query = runner.query.bind(runner) as (...parameters: unknown[]) => Promise<unknown>;
  const wrapped = async (sql: string, ...rest: unknown[]): Promise<unknown> => {
    if (!/\bINDEX CONCURRENTLY\b/.test(sql)) return query(sql, ...rest);
    await query('SET lock_timeout = 0');
    try {
      return await query(sql, ...rest);
    } finally {
      await query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    }
  };
  runner.query = wrapped as QueryRunner['query'];
}

/**
 * Takes the advisory lock by polling. The process that builds an index concurrently holds the lock, and waits until
 * older statements end. A statement that waited for the lock would be such an older statement, and the two processes
 * would deadlock.
 */
async function lockMigrations(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ])) as [{ locked: boolean }];
    if (row.locked) return;
    await sleep(LOCK_PAUSE_MS);
  }
}

const nameOf = (migration: { name: string }): string => migration.name;

/**
 * Runs `work` on a connection of its own, and then closes the connection. The close also releases the advisory lock.
 */
async function withExecutor<T>(
  url: string,
  work: (executor: MigrationExecutor, runner: QueryRunner) => Promise<T>,
  migrations: readonly MigrationClass[] = MIGRATIONS,
): Promise<T> {
  const options = dataSourceOptions(url, 1);
  const source = new DataSource({
    ...options,
    // Building a large index takes longer than any time limit.
    extra: { ...options.extra, query_timeout: 0 },
    migrations: [...migrations],
    // With this logger, TypeORM prints nothing, so a command prints only its own output.
    logger: 'debug',
  });
  await source.initialize();
  try {
    const runner = source.createQueryRunner();
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'each';
    return await work(executor, runner);
  } finally {
    await source.destroy();
  }
}
