import { describe, expect, it } from 'vitest';
import { documentsIn } from './manifests.js';
import { readProjectFile } from './project-files.js';

interface ComposeService {
  readonly image?: string;
  readonly mem_limit?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

describe.each(['compose.yaml', 'deploy/cluster/compose.yaml'])('%s', (path) => {
  const [document] = documentsIn(readProjectFile(path), { merge: true });
  const { services } = document as { services: Readonly<Record<string, ComposeService>> };
  const ours = Object.entries(services).filter(([, { image }]) => image === 'imprimatur');

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
