import type { ReleaseRule } from '../accounts/release-rule.js';

/** Who is allowed to release for the account of a call (contract 7). */
export interface Releasing {
  readonly rule: ReleaseRule;
  /** Whether the host asks the person before a publish (contract 8). */
  readonly hostAsks: boolean;
  /** The desk page of a publication; `null` if the service has no desk. */
  readonly deskUrl: (id: string) => string | null;
}

/**
 * If the calling key may not release a revision, returns a sentence that says who may. Returns `undefined` if the key
 * may release it, or if this function cannot tell.
 * @param isOwn whether this call wrote the revision; if `false`, the writer of the revision is not known
 */
export function whoReleases(
  { rule, hostAsks, deskUrl }: Releasing,
  id: string,
  isOwn: boolean,
): string | undefined {
  const url = deskUrl(id);
  if (rule === 'other-key') {
    const at = url === null ? '' : `, also at the desk, ${url}`;
    return isOwn
      ? `For this account another key than the one that wrote it releases it${at}: tell the user.`
      : undefined;
  }
  if (rule === 'any-key' || (rule === 'confirmed' && hostAsks)) return undefined;
  return url === null
    ? 'For this account a person releases it, and this service has no desk: tell the user.'
    : `For this account a person releases it: give the user its address at the desk, ${url}.`;
}
