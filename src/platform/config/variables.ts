import { isIP } from 'node:net';
import { canonicalLocale } from '../validation/locale.js';
import { integer, list, oneOf, text, type Variable } from './variable.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MANY = 1_000_000_000;

/** `https://host:port`, and nothing after it. */
function origin(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined;
  return url.pathname === '/' && url.search === '' && url.hash === '' && !/[?#]/.test(value)
    ? url.origin
    : undefined;
}

/** What Express would throw at otherwise: an address, a subnet, or a name for several of them. */
function isProxy(value: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(value)) return true;
  const [address = '', bits = '1', ...rest] = value.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest;
}

function trustProxy(value: string): boolean | number | string | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = value.split(',').map((proxy) => proxy.trim());
  return proxies.every(isProxy) ? proxies.join(',') : undefined;
}

/** It may hold a password. */
const postgresUrl = (name: string): Variable<string> => ({
  ...text(name, 'a postgres:// or postgresql:// address', (value) =>
    URL.canParse(value) ? /^postgres(ql)?:$/.test(new URL(value).protocol) : false,
  ),
  secret: true,
});

/** CONTRACT 11, variable by variable. */
export const VARIABLES = {
  port: integer('PORT', 0, 65_535),
  host: text('HOST', 'a host name or address', (value) => /^[\w.:-]+$/.test(value)),
  publicBaseUrl: {
    name: 'PUBLIC_BASE_URL',
    rule: 'an http or https origin without a path, such as https://docs.example.org',
    parse: origin,
  },
  databaseUrl: postgresUrl('DATABASE_URL'),
  databaseReplicaUrl: postgresUrl('DATABASE_REPLICA_URL'),
  dataDir: text('DATA_DIR', 'a path', (value) => !value.includes('\0')),
  databasePoolSize: integer('DATABASE_POOL_SIZE', 2, 1_000),
  role: oneOf('ROLE', ['all', 'api', 'worker']),
  siteName: text('SITE_NAME', '1 to 100 characters on one line', (value) =>
    /^[^\p{Cc}\u2028\u2029]{1,100}$/u.test(value),
  ),
  supportedLocales: list('SUPPORTED_LOCALES', 'locales such as en, ko or pt-BR', canonicalLocale),
  planFreeDailyWrites: integer('PLAN_FREE_DAILY_WRITES', 0, MANY),
  planUpgradedDailyWrites: integer('PLAN_UPGRADED_DAILY_WRITES', 0, MANY),
  publishMinSources: integer('PUBLISH_MIN_SOURCES', 0, 50),
  idempotencyTtlDays: integer('IDEMPOTENCY_TTL_DAYS', 1, 3_650),
  auditRetentionDays: integer('AUDIT_RETENTION_DAYS', 0, 36_500),
  rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 0, MANY),
  mcpAllowedOrigins: list('MCP_ALLOWED_ORIGINS', 'http or https origins', origin),
  corsOrigins: list('CORS_ORIGINS', 'http or https origins', origin),
  trustProxy: {
    name: 'TRUST_PROXY',
    rule: 'true, false, a number of proxies up to 99, or addresses such as 10.0.0.0/8, separated by commas',
    parse: trustProxy,
  },
  logLevel: oneOf('LOG_LEVEL', LOG_LEVELS),
  metricsPort: integer('METRICS_PORT', 0, 65_535),
  metricsHost: text('METRICS_HOST', 'a host name or address', (value) => /^[\w.:-]+$/.test(value)),
  shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', 0, 8_000),
} satisfies Record<string, Variable<unknown>>;
