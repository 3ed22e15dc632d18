import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { filled } from '../site/html/frame.js';
import { type Content, html } from '../site/html/html.js';
import type { DeskText } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';

type Standing = Pick<PublicationViewDto, 'version' | 'approvals' | 'history'>;

/** What an approver can do with a revision: release it, approve it while others are missing, or nothing. */
export type Part = 'release' | 'approve' | 'approved' | 'wrote';

export function partOf(
  { approvals, history }: Standing,
  { approvals: needed, keyId, othersRelease }: Session,
): Part {
  const newest = history?.[0];
  const isOwn = newest?.channel === 'desk' && newest.keyId === keyId;
  if (isOwn && (needed > 1 || othersRelease)) return 'wrote';
  const others = approvals.filter(({ id }) => id !== keyId).length;
  if (others + 1 >= needed) return 'release';
  return others < approvals.length ? 'approved' : 'approve';
}

/** Says how many approvals a version needs, and who has approved it; nothing if one person alone releases it. */
export function approvalsSoFar(publication: Standing, session: Session, text: DeskText): Content {
  const { words } = text;
  const { version, approvals } = publication;
  const needed = session.approvals;
  const part = partOf(publication, session);
  if (needed === 1) return part === 'wrote' && html`<p>${words.youWrote}</p>`;
  return html`<p>
    ${filled(words.needed, { count: needed, version })}
    ${
      approvals.length === 0
        ? words.nobodyApproved
        : filled(words.approvedSoFar, { names: text.names(approvals.map(({ name }) => name)) })
    }
    ${part === 'approved' && words.youApproved} ${part === 'wrote' && words.youWrote}
  </p>`;
}
