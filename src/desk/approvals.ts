import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { type Content, type Html, html } from '../site/html/html.js';
import { moment } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';

type Standing = Pick<PublicationViewDto, 'version' | 'approvals' | 'history'>;

/** What an approver can do with a revision: release it, approve it while others are missing, or nothing. */
export type Part = 'release' | 'approve' | 'approved' | 'wrote';

export function partOf(
  { approvals, history }: Standing,
  { approvals: needed, keyId }: Session,
): Part {
  const newest = history?.[0];
  if (needed === 1) return 'release';
  if (newest?.channel === 'desk' && newest.keyId === keyId) return 'wrote';
  if (approvals.some(({ id }) => id === keyId)) return 'approved';
  return approvals.length + 1 >= needed ? 'release' : 'approve';
}

/** Says how many approvals a version needs, and who has approved it; nothing if one person alone releases it. */
export function approvalsSoFar(publication: Standing, session: Session): Content {
  const { version, approvals } = publication;
  const needed = session.approvals;
  if (needed === 1) return undefined;
  const part = partOf(publication, session);
  return html`<p>
    ${needed} different persons approve version ${version} before readers see it.
    ${approvals.length === 0 ? 'Nobody has approved it yet.' : html`So far: ${approvals.map(given)}.`}
    ${part === 'approved' && 'You have approved it.'}
    ${part === 'wrote' && 'You wrote it, so others approve it.'}
  </p>`;
}

const given = ({ name, at }: Standing['approvals'][number], index: number): Html =>
  html`${index > 0 && ', '}<bdi>${name}</bdi> (${moment(at)})`;
