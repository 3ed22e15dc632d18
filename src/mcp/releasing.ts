import type { ReleaseRule } from '../accounts/release-rule.js';
import type { Scope } from '../keys/scope.js';

/** Who is allowed to release for the account of a call, and what the calling key may do (contract 7). */
export interface Releasing {
  readonly rule: ReleaseRule;
  readonly scopes: readonly Scope[];
  /** Whether the host asks the person before a publish (contract 8). */
  readonly hostAsks: boolean;
  /** The desk page of a publication; `null` if the service has no desk. */
  readonly deskUrl: (id: string) => string | null;
}

/** Why the calling key may not release a revision, and what it can do instead. Both are parts of sentences. */
export interface Denial {
  readonly fact: string;
  readonly step: string;
}

/**
 * Says why the calling key may not release a revision; `undefined` if the key may release it, or if this function
 * cannot tell.
 * @param isOwn whether this call wrote the revision; if `false`, the writer of the revision is not known
 */
export function whyNotReleased(
  { rule, scopes, hostAsks, deskUrl }: Releasing,
  id: string,
  isOwn: boolean,
): Denial | undefined {
  const url = deskUrl(id);
  if (rule === 'other-key' && isOwn) {
    const at = url === null ? '' : `, also at the desk, ${url}`;
    return {
      fact: `For this account another key than the one that wrote it releases it${at}`,
      step: 'tell the user.',
    };
  }
  if (rule === 'desk' || (rule === 'confirmed' && !hostAsks)) {
    return url === null
      ? {
          fact: 'For this account a person releases it, and this service has no desk',
          step: 'tell the user.',
        }
      : {
          fact: 'For this account a person releases it',
          step: `give the user its address at the desk, ${url}.`,
        };
  }
  if (scopes.includes('publish')) return undefined;
  const offer = scopes.includes('write')
    ? 'if it is to be public, offer it for review with update_publication and intent review, and '
    : '';
  return {
    fact: 'This key lacks the scope publish, so it does not release it',
    step:
      url === null
        ? `${offer}tell the user, who may have a key that does.`
        : `${offer}give the user its address at the desk, ${url}.`,
  };
}
