import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { Answer } from '../platform/http/deliver.js';
import { decodedUri } from '../platform/validation/rule.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { redirection, withdrawnAnswer } from './answers.js';
import { lookOf } from './html/site.js';

/** Reads the page that path $1 leads to: that of its document, or of the one that took the document's place. */
const TARGET: Statement = {
  name: 'redirect_target',
  text: `
    SELECT page.locale, page.slug, page.withdrawn_at IS NOT NULL AS "isWithdrawn", named.notice
      FROM redirect JOIN page AS named USING (publication_id)
           JOIN page ON page.publication_id = coalesce(named.superseded_by, named.publication_id)
     WHERE redirect.path = $1`,
};

interface Target extends PagePath {
  readonly isWithdrawn: boolean;
  /** What readers are told of the document that the redirect names; `null`: nothing. */
  readonly notice: string | null;
}

/** Maximum length of a path, in characters. */
const MAX_PATH = 500;
/** Most characters that stand for one character in a path that is encoded. */
const ENCODED = 12;

/**
 * Returns the form in which a path is stored and looked up: decoded, in NFC, without slashes at its end; `undefined` if
 * it is no path of a site, or has a segment `.` or `..`.
 */
export function redirectPath(path: string): string | undefined {
  const [raw = ''] = path.split(/[?#]/);
  if (raw.length > MAX_PATH * ENCODED) return undefined;
  // A path that is not encoded, such as `/100%`, is taken as it is.
  let normal = (decodedUri(raw) ?? raw).normalize('NFC');
  for (let length = 0; length !== normal.length;) {
    ({ length } = normal);
    while (normal.endsWith('/')) normal = normal.slice(0, -1);
    normal = normal.replace(/\/index\.html?$/, '');
  }
  const isPath = /^\/[^/\p{Cc}\\][^\p{Cc}\\]*$/u.test(normal) && !/\/\.\.?(?:\/|$)/.test(normal);
  return isPath && normal.isWellFormed() && normal.length <= MAX_PATH ? normal : undefined;
}

/** Paths of the service that never lead to a document. */
export const RESERVED =
  /^\/(?:(?:api|mcp|health|\.well-known|pictures|preview|desk)(?:\/|$)|(?:openapi\.json|register|authorize|token)$)/i;

/** Sends readers from addresses that documents had elsewhere to these documents (contract 9). */
@Injectable()
export class MovedPaths {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Answers as `to`, if the answer that is given says that nothing is at the path. */
  async unlessMoved<Given extends Answer | undefined>(
    requested: string,
    given: Given | Promise<Given>,
  ): Promise<Answer | Given> {
    const answer = await given;
    return answer?.status === 404 ? ((await this.to(requested)) ?? answer) : answer;
  }

  /**
   * Redirects a requested path that leads to a document, or answers 410 if the document is not public any more;
   * `undefined` if the path leads nowhere. Only for a path at which nothing is.
   */
  async to(requested: string): Promise<Answer | undefined> {
    const path = redirectPath(requested);
    if (path === undefined || RESERVED.test(path)) return undefined;
    const [page] = await this.database.publicReads.rows<Target>(TARGET, [path]);
    if (page?.isWithdrawn) return withdrawnAnswer(lookOf(this.config), page.locale, page.notice);
    return page && redirection(hrefOf(page));
  }
}
