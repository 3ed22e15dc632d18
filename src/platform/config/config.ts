/** How a process takes part: serving requests, releasing documents, or both (CONTRACT 11). */
export type Role = 'all' | 'api' | 'worker';

/** Everything that can be set from outside, checked (CONTRACT 11). Injected by class. */
export abstract class Config {
  /** TCP port of the service; 0 takes a free one. */
  abstract readonly port: number;
  abstract readonly host: string;
  /** The origin in every absolute address, without a slash at the end. */
  abstract readonly publicBaseUrl: string;
  /** `null`: PostgreSQL is embedded, in `dataDir`. */
  abstract readonly databaseUrl: string | null;
  /** A streaming replica of `databaseUrl`, for what the public reads; `null`: there is none. */
  abstract readonly databaseReplicaUrl: string | null;
  abstract readonly dataDir: string;
  /** Connections that one process opens at most. */
  abstract readonly databasePoolSize: number;
  abstract readonly role: Role;
  abstract readonly siteName: string;
  /** Canonical locales; `null`: every locale. */
  abstract readonly supportedLocales: readonly string[] | null;
  abstract readonly planFreeDailyWrites: number;
  abstract readonly planUpgradedDailyWrites: number;
  /** Source URLs that a revision needs before it may be published. */
  abstract readonly publishMinSources: number;
  abstract readonly idempotencyTtlDays: number;
  /** 0: audit rows are kept for ever. */
  abstract readonly auditRetentionDays: number;
  /** Requests a minute, key and process; 0: no burst limit at all. */
  abstract readonly rateLimitPerMinute: number;
  abstract readonly mcpAllowedOrigins: readonly string[];
  abstract readonly corsOrigins: readonly string[];
  /** What Express calls `trust proxy`; used for the client's address and nothing else. */
  abstract readonly trustProxy: boolean | number | string;
  abstract readonly logLevel: string;
  /** 0: no metrics are served. */
  abstract readonly metricsPort: number;
  abstract readonly metricsHost: string;
  /** How long connections are still accepted after SIGTERM. */
  abstract readonly shutdownGraceMs: number;
}
