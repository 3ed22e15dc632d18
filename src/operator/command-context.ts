import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Command } from 'commander';
import { AccountsService } from '../accounts/accounts.service.js';
import { ApproversService } from '../keys/approvers.service.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { DeskSessionsService } from '../desk/desk-sessions.service.js';
import { ErasingService } from '../erasure/erasing.service.js';
import { ErasuresService } from '../erasure/erasures.service.js';
import { EvidenceService } from '../signatures/evidence.service.js';
import { KeysService } from '../keys/keys.service.js';
import { type Config, loadConfig } from '../platform/config/config.js';
import { visible } from '../platform/logging/visible.js';
import type { MigrationState } from '../platform/database/migration-state.js';
import { migrate, migrationState } from '../platform/database/migrations.js';
import {
  ensureSchema,
  openDatabase,
  type OpenDatabase,
} from '../platform/database/open-database.js';
import { PreviewAddresses } from '../previews/preview-addresses.service.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { PublicationListService } from '../publications/publication-list.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import { RevisionsService } from '../releases/revisions.service.js';
import { QuotaService } from '../quota/quota.service.js';
import { Reindexing } from '../releases/reindexing.service.js';
import { ReleaseJobsService } from '../releases/release-jobs.service.js';
import { WithdrawalsService } from '../releases/withdrawals.service.js';
import { SigningKeys } from '../signatures/signing-keys.service.js';
import { RedirectsService } from '../site/redirects.service.js';
import { MenuReports } from '../site/menu-reports.service.js';
import { SitePlaces } from '../site/site-places.service.js';
import { ExportsService } from '../transfer/exports.service.js';
import { ImportsService } from '../transfer/imports.service.js';
import type { Terminal } from './terminal.js';

const SERVICES = {
  accounts: AccountsService,
  keys: KeysService,
  approvers: ApproversService,
  quota: QuotaService,
  publications: PublicationsService,
  publicationViews: PublicationViewsService,
  publicationLists: PublicationListService,
  revisions: RevisionsService,
  releaseJobs: ReleaseJobsService,
  redirects: RedirectsService,
  sitePlaces: SitePlaces,
  menuReports: MenuReports,
  reindexing: Reindexing,
  withdrawals: WithdrawalsService,
  erasing: ErasingService,
  erasures: ErasuresService,
  evidence: EvidenceService,
  imports: ImportsService,
  exports: ExportsService,
  previewAddresses: PreviewAddresses,
  pictures: PicturesService,
  signingKeys: SigningKeys,
  audit: AuditTrail,
  deskSessions: DeskSessionsService,
} as const;

export type Services = {
  readonly [K in keyof typeof SERVICES]: InstanceType<(typeof SERVICES)[K]>;
} & { close(): Promise<void> };

/**
 * Starts the services of a module. The services have no logger, because only the answer of a command goes to stdout.
 */
export async function startServices(module: DynamicModule): Promise<Services> {
  const context = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  const services = Object.entries(SERVICES).map(([name, service]) => [
    name,
    context.get<unknown>(service, { strict: false }),
  ]);
  return { ...Object.fromEntries(services), close: () => context.close() } as Services;
}

const say = (line: string): void => void process.stderr.write(visible(`imprimatur: ${line}\n`));

/** Gives a command its settings, database and services. Opens the database and starts services only when needed. */
export class CommandContext {
  private database: OpenDatabase | undefined;
  private started: Services | undefined;

  constructor(
    private readonly moduleFor: (config: Config, databaseUrl: string) => DynamicModule,
    /** Reads the settings of this process. @throws ConfigFault */
    readonly config: () => Config = loadConfig,
  ) {}

  /**
   * Opens the database. Starts the embedded database if it is not running. Does not check the schema.
   * @throws ConfigFault
   */
  async open(): Promise<OpenDatabase> {
    this.database ??= await openDatabase(this.config(), { info: say, warn: say });
    return this.database;
  }

  /**
   * Returns the services. The first call migrates an embedded database, and then starts the services.
   * @throws ConfigFault, connection errors, and Error if migrations of an external database are missing
   */
  async services(): Promise<Services> {
    if (!this.started) {
      const database = await this.open();
      await ensureSchema(database);
      this.started = await startServices(this.moduleFor(this.config(), database.url));
    }
    return this.started;
  }

  /** Reads which migrations are applied and which are missing. @throws ConfigFault */
  async schema(): Promise<MigrationState> {
    const { url } = await this.open();
    return migrationState(url);
  }

  /** Applies the missing migrations and returns their names. @throws ConfigFault */
  async migrate(): Promise<string[]> {
    const { url } = await this.open();
    return migrate(url);
  }

  async close(): Promise<void> {
    try {
      await this.started?.close();
    } finally {
      await this.database?.close();
    }
  }
}

/** Loads the context. A command calls this function when it runs, but not when it shows its help. */
export type OpenContext = () => Promise<CommandContext>;

/** Adds commands to a group. @param services starts the services when a command runs */
export type CommandGroup = (
  group: Command,
  services: () => Promise<Services>,
  terminal: Terminal,
  context: OpenContext,
) => void;
