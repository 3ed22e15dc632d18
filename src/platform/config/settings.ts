import { canonicalLocale } from '../validation/locale.js';
import { accent, footer, logo } from './site-look.js';
import {
  host,
  integer,
  list,
  oneOf,
  origin,
  postgresUrl,
  type Setting,
  text,
  trustedProxies,
} from './setting.js';

/** The highest daily limit of accepted writes that a plan or an operator can give an account. */
export const MAX_DAILY_WRITES = 1_000_000_000;

const MIB = 1024 * 1024;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All settings (contract 11), declared only here. A test checks that docs/configuration.md lists them in this order. */
export const SETTINGS = {
  port: integer('PORT', 0, 65_535, 3_000),
  host: host('HOST', ({ databaseUrl }) => (databaseUrl === null ? '127.0.0.1' : '0.0.0.0')),
  /** The origin of all absolute addresses of the service, without a slash at the end. */
  publicBaseUrl: {
    name: 'PUBLIC_BASE_URL',
    rule: 'an http or https origin without a path, such as https://docs.example.org',
    default: ({ port }) => `http://localhost:${String(port)}`,
    parse: origin,
  } satisfies Setting<string>,
  /** Address of the database. If `null`, the service runs an embedded PostgreSQL in `dataDir`. */
  databaseUrl: postgresUrl('DATABASE_URL'),
  /** A streaming replica of `databaseUrl` for reads of the public site. If `null`, there is no replica. */
  databaseReplicaUrl: postgresUrl('DATABASE_REPLICA_URL'),
  dataDir: text('DATA_DIR', 'a path', (value) => !value.includes('\0'), '.data'),
  databasePoolSize: integer('DATABASE_POOL_SIZE', 3, 1_000, 20),
  role: oneOf('ROLE', ['all', 'api', 'worker'], 'all'),
  siteName: text(
    'SITE_NAME',
    '1 to 100 characters on one line',
    (value) => /^[^\p{Cc}\u2028\u2029]{1,100}$/u.test(value),
    'Imprimatur',
  ),
  /** A sentence about the site, shown on the start page of the site. If empty, no sentence is shown. */
  siteDescription: text(
    'SITE_DESCRIPTION',
    '1 to 300 characters on one line',
    (value) => /^[^\p{Cc}\u2028\u2029]{1,300}$/u.test(value),
    '',
  ),
  /** The picture beside the name of the site. If `null`, there is none. */
  siteLogo: logo('SITE_LOGO'),
  /** The colours of links. If `null`, links have the colours of the style sheet. */
  siteAccent: accent('SITE_ACCENT'),
  /** The line at the foot of each page of the site. If empty, there is none. */
  siteFooter: footer('SITE_FOOTER'),
  /** Origins from which pages may show pictures. `*` allows every https origin. */
  imageOrigins: list(
    'IMAGE_ORIGINS',
    'http or https origins, or * for every https one',
    (part) => (part === '*' ? part : origin(part)),
    [],
  ),
  /** The value of the `Content-Signal` line in robots.txt, for crawlers. If empty, robots.txt has no such line. */
  contentSignal: text(
    'CONTENT_SIGNAL',
    'signals such as search=yes, ai-train=no',
    (value) => /^[a-z-]{1,30}=(?:yes|no)(?:, ?[a-z-]{1,30}=(?:yes|no)){0,9}$/.test(value),
    '',
  ),
  /** Contact for security reports in /.well-known/security.txt. If empty, that address answers 404. */
  securityContact: text(
    'SECURITY_CONTACT',
    'an https, mailto or tel address, such as mailto:security@example.org',
    (value) => /^(?:https:\/\/|mailto:|tel:)[^\s\p{Cc}]{1,300}$/u.test(value),
    '',
  ),
  /** Canonical locales that are allowed for new documents. If `null`, every locale is allowed. */
  supportedLocales: list(
    'SUPPORTED_LOCALES',
    'locales such as en, ko or pt-BR',
    canonicalLocale,
    null,
  ),
  planFreeDailyWrites: integer('PLAN_FREE_DAILY_WRITES', 0, MAX_DAILY_WRITES, 100),
  planUpgradedDailyWrites: integer('PLAN_UPGRADED_DAILY_WRITES', 0, MAX_DAILY_WRITES, 1_000),
  publishMinSources: integer('PUBLISH_MIN_SOURCES', 0, 50, 0),
  previewTtlHours: integer('PREVIEW_TTL_HOURS', 1, 168, 24),
  /**
   * Maximum bytes of an uploaded picture. All bodies of one key that arrive at the same time share a limit of 16 MiB.
   * Therefore this setting cannot exceed 16 MiB.
   */
  pictureMaxBytes: integer('PICTURE_MAX_BYTES', 1, 16 * MIB, 10 * MIB),
  pictureBytesPerAccount: integer('PICTURE_BYTES_PER_ACCOUNT', 0, 1024 ** 4, 1024 * MIB),
  desk: oneOf('DESK', ['on', 'off'], 'on'),
  /**
   * File with the private key (PEM) for signing releases. If empty, the first start stores a new key in the database.
   */
  signingKeyFile: text(
    'SIGNING_KEY_FILE',
    'a path',
    (value) => value !== '' && !value.includes('\0'),
    '',
  ),
  idempotencyTtlDays: integer('IDEMPOTENCY_TTL_DAYS', 1, 3_650, 30),
  /** Days until the audit rows of creates and updates are deleted. With 0, these rows are never deleted. */
  auditRetentionDays: integer('AUDIT_RETENTION_DAYS', 0, 36_500, 0),
  /** Maximum requests per minute that one process accepts from one key. With 0, there is no burst limit. */
  rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 0, 1_000_000_000, 6_000),
  mcpAllowedOrigins: list('MCP_ALLOWED_ORIGINS', 'http or https origins', origin, []),
  corsOrigins: list('CORS_ORIGINS', 'http or https origins', origin, []),
  /** The value of Express's `trust proxy`, used only to find the client's address. */
  trustProxy: {
    name: 'TRUST_PROXY',
    rule: 'true, false, a number of proxies up to 99, or addresses such as 10.0.0.0/8, separated by commas',
    default: false,
    parse: trustedProxies,
  } as Setting<boolean | number | string>,
  logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  /** Port of the metrics. With 0, no metrics are served. */
  metricsPort: integer('METRICS_PORT', 0, 65_535, 9_464),
  metricsHost: host('METRICS_HOST', '127.0.0.1'),
  shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', 0, 8_000, 3_000),
};
