import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, ConfigFault, readConfig } from '../../../src/platform/config/config.js';
import type { Setting } from '../../../src/platform/config/setting.js';
import { SETTINGS } from '../../../src/platform/config/settings.js';
import { Signer } from '../../../src/signatures/signer.js';

const SECRETS = Object.values<Setting<unknown>>(SETTINGS).filter(({ secret }) => secret);

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigFault) return error.lines;
    throw error;
  }
}

describe('the defaults of the configuration', () => {
  it('apply to variables that are empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', ROLE: '' })).toEqual(readConfig({}));
  });

  it('[11.port] include PORT in the public address', () => {
    expect(readConfig({ PORT: '8080' }).publicBaseUrl).toBe('http://localhost:8080');
  });

  it('[11.host] set HOST to 127.0.0.1 for the embedded database, otherwise to 0.0.0.0', () => {
    expect(readConfig({}).host).toBe('127.0.0.1');
    expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).host).toBe('0.0.0.0');
    expect(readConfig({ DATABASE_URL: 'postgres://db/x', HOST: '10.1.2.3' }).host).toBe('10.1.2.3');
  });
});

describe('a value of the configuration', () => {
  it.each<[variable: string, key: keyof Config, min: number, max: number]>([
    ['PORT', 'port', 0, 65_535],
    ['DATABASE_POOL_SIZE', 'databasePoolSize', 3, 1_000],
    ['PLAN_FREE_DAILY_WRITES', 'planFreeDailyWrites', 0, 1_000_000_000],
    ['PLAN_UPGRADED_DAILY_WRITES', 'planUpgradedDailyWrites', 0, 1_000_000_000],
    ['PUBLISH_MIN_SOURCES', 'publishMinSources', 0, 50],
    ['PREVIEW_TTL_HOURS', 'previewTtlHours', 1, 168],
    ['PICTURE_MAX_BYTES', 'pictureMaxBytes', 1, 16 * 1024 ** 2],
    ['PICTURE_BYTES_PER_ACCOUNT', 'pictureBytesPerAccount', 0, 1024 ** 4],
    ['IDEMPOTENCY_TTL_DAYS', 'idempotencyTtlDays', 1, 3_650],
    ['AUDIT_RETENTION_DAYS', 'auditRetentionDays', 0, 36_500],
    ['RATE_LIMIT_PER_MINUTE', 'rateLimitPerMinute', 0, 1_000_000_000],
    ['METRICS_PORT', 'metricsPort', 0, 65_535],
    ['SHUTDOWN_GRACE_MS', 'shutdownGraceMs', 0, 8_000],
  ])('[11.fault-line] must be a whole number within its bounds: %s', (variable, key, min, max) => {
    for (const value of [min, max]) {
      expect(readConfig({ [variable]: String(value) })[key]).toBe(value);
    }
    for (const value of [min - 1, max + 1, min + 0.5, `0x${max.toString(16)}`, 'x']) {
      expect(faultsOf({ [variable]: String(value) })).toEqual([
        `${variable}="${value}" is not valid: it must be a whole number from ${min} to ${max}.`,
      ]);
    }
  });

  it.each<[variable: string, value: string, key: keyof Config, read: unknown]>([
    ['HOST', '::1', 'host', '::1'],
    ['HOST', 'db-1.example.org', 'host', 'db-1.example.org'],
    ['PUBLIC_BASE_URL', 'https://docs.example.org', 'publicBaseUrl', 'https://docs.example.org'],
    ['PUBLIC_BASE_URL', 'https://docs.example.org/', 'publicBaseUrl', 'https://docs.example.org'],
    ['PUBLIC_BASE_URL', 'http://[::1]:80', 'publicBaseUrl', 'http://[::1]'],
    ['DATABASE_URL', 'postgresql://u:p@h:5432/d', 'databaseUrl', 'postgresql://u:p@h:5432/d'],
    ['DATA_DIR', '/var/lib/my data', 'dataDir', '/var/lib/my data'],
    ['DATABASE_REPLICA_URL', 'postgres://replica/d', 'databaseReplicaUrl', 'postgres://replica/d'],
    ['ROLE', 'all', 'role', 'all'],
    ['ROLE', 'api', 'role', 'api'],
    ['ROLE', 'worker', 'role', 'worker'],
    ['SECURITY_CONTACT', 'tel:+1-201-555-0123', 'securityContact', 'tel:+1-201-555-0123'],
    ['SITE_NAME', '𠮷'.repeat(100), 'siteName', '𠮷'.repeat(100)],
    ['SUPPORTED_LOCALES', 'en-us, ko,,pt-BR', 'supportedLocales', ['en-US', 'ko', 'pt-BR']],
    ['MCP_ALLOWED_ORIGINS', 'http://a.example', 'mcpAllowedOrigins', ['http://a.example']],
    [
      'CORS_ORIGINS',
      'https://a.example,http://b:1',
      'corsOrigins',
      ['https://a.example', 'http://b:1'],
    ],
    ['TRUST_PROXY', 'true', 'trustProxy', true],
    ['TRUST_PROXY', 'false', 'trustProxy', false],
    ['TRUST_PROXY', '99', 'trustProxy', 99],
    [
      'TRUST_PROXY',
      'loopback, 10.0.0.0/8, fd00::/128',
      'trustProxy',
      'loopback,10.0.0.0/8,fd00::/128',
    ],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['METRICS_HOST', '0.0.0.0', 'metricsHost', '0.0.0.0'],
  ])('is read: %s=%s', (variable, value, key, read) => {
    expect(readConfig({ [variable]: value })[key]).toEqual(read);
  });

  it.each([
    ['HOST', 'two words'],
    ['PUBLIC_BASE_URL', 'docs.example.org'],
    ['PUBLIC_BASE_URL', 'ftp://docs.example.org'],
    ['PUBLIC_BASE_URL', 'https://docs.example.org?'],
    ['PUBLIC_BASE_URL', 'https://me@docs.example.org'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['DATABASE_URL', 'h/d'],
    ['DATABASE_REPLICA_URL', 'replica'],
    ['SECURITY_CONTACT', 'security@example.org'],
    ['SITE_NAME', 'x'.repeat(101)],
    ['SITE_NAME', 'two\nlines'],
    ['SUPPORTED_LOCALES', 'en,api'],
    ['SUPPORTED_LOCALES', 'english'],
    ['SUPPORTED_LOCALES', ','],
    ['MCP_ALLOWED_ORIGINS', '*'],
    ['MCP_ALLOWED_ORIGINS', ' '],
    ['CORS_ORIGINS', ' , '],
    ['CORS_ORIGINS', 'https://a.example,*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '100'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.256'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', 'loopback,'],
    ['LOG_LEVEL', 'verbose'],
    ['METRICS_HOST', 'a b'],
  ])('is reported if it is invalid: %s=%s', (variable, value) => {
    const [line, ...others] = faultsOf({ [variable]: value });
    expect(line?.startsWith(`${variable}=`)).toBe(true);
    expect(line).toMatch(/ is not valid: it must be \S.*\.$/s);
    expect(others).toEqual([]);
  });

  it.each([
    [
      '[11.public-base-url]',
      'PUBLIC_BASE_URL',
      'https://example.org/docs',
      'an http or https origin without a path, such as https://docs.example.org',
    ],
    ['[11.role]', 'ROLE', 'api,worker', 'one of all, api, worker'],
  ])('%s is reported with its rule: %s=%s', (_, variable, value, rule) => {
    expect(faultsOf({ [variable]: value })).toEqual([
      `${variable}="${value}" is not valid: it must be ${rule}.`,
    ]);
  });
});

describe('the faults of the configuration', () => {
  it('[11.faults-at-once] are all reported, one line each', () => {
    const lines = faultsOf({ PORT: 'x', ROLE: 'x', LOG_LEVEL: 'x', DATA_DIR: 'fine' });
    expect(lines).toHaveLength(3);
    expect(lines.join('\n')).toMatch(/^PORT=.*\nROLE=.*\nLOG_LEVEL=.*$/);
  });

  it.each([
    'mysql://user:S3cret@host/db',
    'mysql://user:S3@cret@host/db',
    'mysql://host/db?user=u&password=S3cret',
    'user:S3cret@host/db',
    'S3cret',
    'S3\ncret',
  ])('[11.fault-line] never show the value of a secret variable: %j', (value) => {
    const scheme = /^mysql:\/\//.exec(value)?.[0] ?? '';
    for (const { name } of SECRETS) {
      expect(faultsOf({ [name]: value })).toEqual([
        `${name}="${scheme}***" is not valid: it must be a postgres:// or postgresql:// address.`,
      ]);
    }
  });

  it.each([
    ['PUBLIC_BASE_URL', 'https://user:S3cret@a.example', 'https://***@a.example'],
    ['PUBLIC_BASE_URL', 'https://user:S3/c@S3cret@a.example/x', 'https://***@a.example/x'],
    ['PUBLIC_BASE_URL', 'user:S3cret@a.example', '***@a.example'],
    ['CORS_ORIGINS', 'http://a:1,http://me:S3,cret@b', 'http://a:1,http://***@b'],
    ['MCP_ALLOWED_ORIGINS', 'http://u:S3cret@a, http://S3cret@b', 'http://***@a, http://***@b'],
    ['LOG_LEVEL', 'x'.repeat(50_000), 'x'.repeat(50_000)],
    ['IMAGE_ORIGINS', 'https://*.example', 'https://*.example'],
    ['CORS_ORIGINS', 'http://*', 'http://*'],
  ])(
    '[11.fault-line] show neither user nor password of an address: %s=%s',
    (name, value, shown) => {
      const [line] = faultsOf({ [name]: value });
      expect(line).toContain(`${name}="${shown}" is not valid: `);
    },
  );
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprimatur-secrets-'));
  const file = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ['DATABASE_URL', 'databaseUrl'],
    ['DATABASE_REPLICA_URL', 'databaseReplicaUrl'],
  ] as const)('[11.secret-files] is read: %s_FILE', (name, key) => {
    const path = file('postgres://u:p@h/d\n');
    expect(readConfig({ [`${name}_FILE`]: path })[key]).toBe('postgres://u:p@h/d');
  });

  it.each([
    'postgres://u:s3cret@h.example/d',
    'host=h.example password=s3cret',
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n-----END PRIVATE KEY-----',
    'MC4CAQAwBQYDK2VwBCIEIA/s3cret',
  ])(
    '[11.fault-line] [15.private-key] is masked if it is the secret in place of a path: %j',
    (secret) => {
      expect(faultsOf({ DATABASE_URL_FILE: secret })).toEqual([
        'DATABASE_URL_FILE="***" is not valid: it must be a file that can be read.',
      ]);
      expect(() => Signer.readFile(secret)).toThrow('SIGNING_KEY_FILE is "***";');
    },
  );

  it('[11.secret-files] is refused if the file cannot be read or is empty, or if the variable without _FILE is also set', () => {
    const missing = join(folder, 'missing');
    expect(faultsOf({ DATABASE_URL_FILE: missing, PORT: 'x' })).toEqual([
      'PORT="x" is not valid: it must be a whole number from 0 to 65535.',
      `DATABASE_URL_FILE="${missing}" is not valid: it must be a file that can be read.`,
    ]);
    const empty = file('\n');
    expect(faultsOf({ DATABASE_URL_FILE: empty })).toEqual([
      `DATABASE_URL_FILE="${empty}" is not valid: it must be a file that is not empty.`,
    ]);
    const path = file('postgres://u:S3cret@h/d');
    expect(faultsOf({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://h/d' })).toEqual([
      `DATABASE_URL_FILE="${path}" is not valid: it must be absent where DATABASE_URL is set.`,
    ]);
  });

  it.each(SECRETS)('[11.secret-files] is not shown if the secret is invalid: $name', ({ name }) => {
    expect(faultsOf({ [`${name}_FILE`]: file('mysql://u:S3cret@h/d') })).toEqual([
      `${name}="mysql://***" is not valid: it must be a postgres:// or postgresql:// address.`,
    ]);
  });

  it('[11.secret-files] is not read for SITE_NAME, which is not a secret', () => {
    expect(readConfig({ SITE_NAME_FILE: file('Files') }).siteName).toBe('Imprimatur');
  });
});
