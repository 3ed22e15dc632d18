import { Injectable } from '@nestjs/common';
import { ApproversService } from '../keys/approvers.service.js';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { generateKey, hashSecret, parseKey } from '../keys/key-secret.js';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { Problem } from '../platform/problems/problem.js';
import type { WaitingRow } from '../reviews/decision-rows.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { confidentialFile, confidentialPage } from '../site/answers.js';
import { html, xml, xmlDocument } from '../site/html/html.js';
import { deskLayout, DeskText } from './desk-layout.js';
import type { SignedIn } from './desk-request.js';
import { DeskSessionsService } from './desk-sessions.service.js';
import { sessionEnded } from './desk.errors.js';

/** Maximum number of entries of a feed: the newest of what waits. */
const ENTRIES = 50;
/** Atom requires a date. A feed without entries has this one. */
const NEVER = new Date(0).toISOString();
const EVERYTHING = { locale: null, writer: null };

/** The private feeds of what waits, one for each approver who made its address (contract 13). */
@Injectable()
export class DeskFeedService {
  constructor(
    private readonly sessions: DeskSessionsService,
    private readonly approvers: ApproversService,
    private readonly reviews: ReviewsService,
    private readonly burstLimit: BurstLimit,
    private readonly config: Config,
  ) {}

  /** Makes a new address for the feed of an approver, and shows it this once. @throws DeskError */
  async make({ session, text }: SignedIn): Promise<Answer> {
    const { secret, key } = generateKey('feed', session.keyId);
    const isLive = await this.sessions.setFeed(session, hashSecret(secret));
    if (!isLive) throw sessionEnded();
    const { siteName, publicBaseUrl } = this.config;
    const { words, language } = text;
    const main = html`<div class="desk">
      ${text.signedIn(session)}
      <h1>${words.feed}</h1>
      <p>${words.feedAddress}</p>
      <p class="note"><code dir="ltr">${publicBaseUrl}/desk/feed/${key}</code></p>
      <p class="hint">${words.feedHint}</p>
      <p><a href="/desk">${words.toQueue}</a></p>
    </div>`;
    return confidentialPage(200, deskLayout(siteName, words.feed, main, language));
  }

  /**
   * Answers with the feed. Each wrong key counts as a failed authentication of its address.
   * @throws Problem `not_found`, `rate_limited`
   */
  async feed(key: string, address: string): Promise<Answer> {
    const parts = parseKey(key);
    const person = parts?.holder === 'feed' ? await this.approvers.withFeedKey(parts) : undefined;
    if (!person) {
      const refusal = this.burstLimit.countFailure(address, true);
      throw refusal instanceof Problem && refusal.code === 'rate_limited'
        ? refusal
        : routeNotFound();
    }
    const { approverId, accountId } = person;
    this.burstLimit.countRequest(approverId);
    const file = this.atom(approverId, await this.newest(accountId));
    return confidentialFile('application/atom+xml; charset=utf-8', file);
  }

  /** Reads the newest revisions that wait, newest first. */
  private async newest(accountId: string): Promise<WaitingRow[]> {
    const rows = await this.reviews.waiting(accountId, EVERYTHING, ENTRIES, 0);
    const { total } = rows[0] ?? { total: 0 };
    const last =
      total <= ENTRIES
        ? rows
        : await this.reviews.waiting(accountId, EVERYTHING, ENTRIES, total - ENTRIES);
    return last.toReversed();
  }

  /** Makes the Atom feed (RFC 4287). It has no text of a document but titles and change notes. */
  private atom(approverId: string, rows: readonly WaitingRow[]): string {
    const { siteName, publicBaseUrl } = this.config;
    const { words } = new DeskText('en');
    return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>urn:imprimatur:desk:${approverId}</id>
  <title>${siteName} – ${words.queue}</title>
  <updated>${rows[0]?.since ?? NEVER}</updated>
  <link rel="alternate" type="text/html" href="${publicBaseUrl}/desk"/>
  ${rows.map(
    ({ id, version, locale, title, since, authorName, changeNote }) =>
      xml`<entry xml:lang="${locale}">
    <id>urn:imprimatur:waiting:${id}:${version}</id>
    <title>${title}</title>
    <updated>${since}</updated>
    <author><name>${authorName}</name></author>
    <link rel="alternate" type="text/html" href="${publicBaseUrl}/desk/${id}"/>
    ${changeNote !== '' && xml`<summary>${changeNote}</summary>`}
  </entry>`,
  )}
</feed>`);
  }
}
