import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/platform/config/settings.js';
import { documentsIn } from './manifests.js';
import { projectRoot, readProjectFile } from './project-files.js';

const FOLDER = 'deploy/cluster';
const read = (name: string): string => readProjectFile(join(FOLDER, name));

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
      }
    >
  >;
}
/** The content of `compose.yaml`, with the merge keys `<<` resolved. */
const compose = parsed();

describe('deploy/cluster/compose.yaml', () => {
  it('gives HAProxy every variable that its configuration names, and no other', () => {
    const named = [...read('haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name!);
    const given = Object.keys(compose.services['haproxy']!.environment!);
    expect(given.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  it('sets only variables that the service reads', () => {
    const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
    known.add('PGPASSWORD'); // read by the driver of PostgreSQL
    for (const name of ['api1', 'api2', 'worker', 'migrate']) {
      const set = Object.keys(compose.services[name]!.environment!);
      expect(set.filter((one) => !known.has(one))).toEqual([]);
    }
  });

  it('waits only for services that it defines', () => {
    const waited = Object.values(compose.services).flatMap(({ depends_on: others = {} }) =>
      Array.isArray(others) ? (others as readonly string[]) : Object.keys(others),
    );
    expect(waited.filter((name) => !(name in compose.services))).toEqual([]);
    expect(Object.keys(compose.services)).toEqual(
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

function parsed(): Compose {
  const [document] = documentsIn(read('compose.yaml'), { merge: true });
  return document as Compose;
}
