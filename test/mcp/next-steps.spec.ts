import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { id } = expectAccepted(await desk.api.create(newDocument()), 201);

type Scope = 'read' | 'write' | 'publish';

const refusalOf = async (scopes: Scope[], tool: string, args: object) => {
  const { key } = await desk.caller({ account: desk.accountId, scopes });
  const someone = await assistant(desk.url, key, 'auto');
  const { body } = await someone.call(tool, { idempotencyKey: randomUUID(), ...args });
  await someone.close();
  return body;
};

describe('the next step of a refusal', () => {
  it('[8.next-step-scopes] says to a key without publish how a revision becomes public without it, at both interfaces', async () => {
    const { api } = await desk.caller({ account: desk.accountId, scopes: ['read', 'write'] });
    const http = await api.publish(id, { expectedVersion: 1 });
    expectRefusal(http, 403, 'insufficient_scope');
    expect(http.body.nextStep).toMatch(/^Offer the revision for review: .* at the desk/);
    const release = { id, expectedVersion: 1 };
    const mcp = await refusalOf(['read', 'write'], 'publish_publication', release);
    expect(mcp.nextStep).toMatch(
      /^Offer the revision for review: call update_publication .* at the desk/,
    );
    const reader = await refusalOf(['read'], 'publish_publication', release);
    expect(reader.nextStep).toMatch(/^A person can release the revision at the desk/);
  });

  it('[8.next-step-scopes] says which scope the key lacks for a tool that the step names', async () => {
    const stale = { id, expectedVersion: 7, title: 'B' };
    const writer = await refusalOf(['write'], 'update_publication', stale);
    expect(writer.code).toBe('version_conflict');
    expect(writer.nextStep).toContain(
      'This key lacks the scope read, which this step needs: tell the user.',
    );
    const both = await refusalOf(['read', 'write'], 'update_publication', stale);
    expect(both.nextStep).not.toContain('lacks');
  });
});
