import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/platform/config/settings.js';
import { documentsIn } from './manifests.js';
import { projectRoot, readProjectFile } from './project-files.js';

const FOLDER = 'deploy/cluster';
const read = (name: string): string => readProjectFile(join(FOLDER, name));

interface ComposeService {
  readonly image?: string;
  readonly mem_limit?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}

/** Returns the services of a compose file, with the merge keys `<<` resolved. */
function servicesOf(path: string): Readonly<Record<string, ComposeService>> {
  const [document] = documentsIn(readProjectFile(path), { merge: true });
  return (document as { services: Readonly<Record<string, ComposeService>> }).services;
}

const services = servicesOf(join(FOLDER, 'compose.yaml'));

describe('deploy/cluster/compose.yaml', () => {
  it('gives HAProxy every variable that its configuration names, and no other', () => {
    const named = [...read('haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name!);
    const given = Object.keys(services['haproxy']!.environment!);
    expect(given.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  it('sets only variables that the service reads', () => {
    const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
    known.add('PGPASSWORD'); // read by the driver of PostgreSQL
    for (const name of ['api1', 'api2', 'worker', 'migrate']) {
      const set = Object.keys(services[name]!.environment!);
      expect(set.filter((one) => !known.has(one))).toEqual([]);
    }
  });

  it('waits only for services that it defines', () => {
    const waited = Object.values(services).flatMap(({ depends_on: others = {} }) =>
      Array.isArray(others) ? (others as readonly string[]) : Object.keys(others),
    );
    expect(waited.filter((name) => !(name in services))).toEqual([]);
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(['node1', 'node2', 'node3', 'etcd1', 'etcd2', 'etcd3', 'pgbouncer']),
    );
  });

  it('uses a Dockerfile that copies only existing files', () => {
    const [, files = ''] = /^COPY (.*) \/etc\/imprimatur\/$/m.exec(read('Dockerfile')) ?? [];
    expect(files.split(' ')).toHaveLength(3);
    for (const file of files.split(' ')) {
      expect(existsSync(join(projectRoot, FOLDER, file))).toBe(true);
    }
  });
});

describe.each(['compose.yaml', 'deploy/cluster/compose.yaml'])('%s', (path) => {
  const ours = Object.entries(servicesOf(path)).filter(([, { image }]) => image === 'imprimatur');

  it('limits the memory of every process of the service', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, { mem_limit: limit }] of ours) {
      expect(limit, name).toMatch(/^[1-9]\d*[mg]$/);
    }
  });

  it('trusts the balancer to state the address of a client, and names the addresses on which it listens', () => {
    for (const [, { environment }] of ours) {
      expect(environment).toMatchObject({ TRUST_PROXY: 'uniquelocal', HOST: '0.0.0.0' });
    }
  });

  it('takes any password, because no address contains it', () => {
    for (const [, { environment }] of ours) {
      const { DATABASE_URL: url, DATABASE_REPLICA_URL: replica = '' } = environment!;
      expect(`${url} ${replica}`).not.toContain('$');
      expect(environment).toMatchObject({ PGPASSWORD: '${POSTGRES_PASSWORD:?}' });
    }
  });
});
