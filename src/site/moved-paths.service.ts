import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { Answer } from '../platform/http/deliver.js';
import { decodedUri } from '../platform/validation/rule.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { redirection } from './answers.js';

/** Reads the public page that path $1 leads to: that of its document, or of the one that took the document's place. */
const TARGET: Statement = {
  name: 'redirect_target',
  text: `
    SELECT page.locale, page.slug
      FROM redirect JOIN page AS named USING (publication_id)
           JOIN page ON page.publication_id = coalesce(named.superseded_by, named.publication_id)
     WHERE redirect.path = $1 AND page.withdrawn_at IS NULL`,
};

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
  constructor(private readonly database: Database) {}

  /** Redirects a requested path that leads to a public document, if the answer is that nothing is there. */
  async unlessMoved<Given extends Answer | undefined>(
    requested: string,
    given: Given | Promise<Given>,
  ): Promise<Answer | Given> {
    const answer = await given;
    return answer?.status === 404 ? ((await this.to(requested)) ?? answer) : answer;
  }

  /** Redirects a requested path that leads to a public document. Only for a path at which nothing is. */
  async to(requested: string): Promise<Answer | undefined> {
    const path = redirectPath(requested);
    if (path === undefined || RESERVED.test(path)) return undefined;
    const [page] = await this.database.publicReads.rows<PagePath>(TARGET, [path]);
    return page && redirection(hrefOf(page));
  }
}
