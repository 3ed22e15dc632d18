import { describe, expect, it } from 'vitest';
import { assertScope } from '../../../src/keys/access.js';
import type { Actor } from '../../../src/keys/actor.js';
import { DEFAULT_SCOPES, orderedScopes, type Scope, SCOPES } from '../../../src/keys/scope.js';

const actorWith = (scopes: readonly Scope[]): Actor => ({
  keyId: '0123456789AB',
  accountId: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6',
  accountName: 'Anyone',
  scopes,
  channel: 'http',
  client: null,
  requestId: 'r',
});

describe('scopes', () => {
  it('leave publish out unless it is asked for [7.default-scopes]', () => {
    expect(DEFAULT_SCOPES).toEqual(['read', 'write']);
  });

  it('are kept once each, in one order', () => {
    expect(orderedScopes(['publish', 'read', 'publish'])).toEqual(['read', 'publish']);
  });

  it.each(SCOPES.flatMap((held) => SCOPES.map((needed) => [held, needed] as const)))(
    'do not include one another: a key with %s for what needs %s',
    (held, needed) => {
      const act = () => assertScope(actorWith([held]), needed);
      if (held === needed) expect(act).not.toThrow();
      else expect(act).toThrow(expect.objectContaining({ code: 'insufficient_scope' }));
    },
  );
});
