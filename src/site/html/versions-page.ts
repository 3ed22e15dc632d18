import type { DocumentValue } from '../../documents/document.js';
import type { ReleaseApproval } from '../../documents/release-facts.js';
import { hrefOf, type PagePath } from '../../documents/page-path.js';
import { versionHref, versionsHref } from '../../documents/version-path.js';
import { deskLanguage } from './desk-words.js';
import { confirmation, filled, type Frame, frameOf } from './frame.js';
import { type Content, type Html, html } from './html.js';
import { layout, pager } from './layout.js';
import { day } from './locales.js';
import { NO_INDEX } from './message-page.js';
import type { Site } from './site.js';

export interface ListedVersion extends ReleaseApproval {
  readonly version: number;
  /**
   * `null` if the version was withdrawn or erased, or was released again later. The list then shows only the number of
   * the version and the hash of the signed record of this release.
   */
  readonly publishedAt: Date | null;
  /** Whether the version is available, by this release or a later one. */
  readonly stands: boolean;
  /** The fields in which the version differs from the released one before it; empty for the first. */
  readonly changedFields: readonly string[];
  /** SHA-256 of the signed record, in hexadecimal. */
  readonly recordSha256: string;
}

interface VersionsContent extends PagePath {
  /** Title of the newest version that is available; if there is none, the slug. */
  readonly title: string;
  /** Page number, from 1. */
  readonly page: number;
  /** The newest version comes first. */
  readonly versions: readonly ListedVersion[];
  readonly hasMore: boolean;
}

/**
 * Makes a page of the list of released versions (contract 15). The list shows the number, date, approver and signed
 * record of each version.
 */
export function versionsPage(site: Site, content: VersionsContent): string {
  const { locale, page, versions, hasMore } = content;
  const frame = frameOf(locale);
  const { words, attributes } = frame;
  const title = `${content.title} – ${words.allVersions}`;
  const previous = page > 1 ? versionsHref(content, page - 1) : undefined;
  const next = hasMore ? versionsHref(content, page + 1) : undefined;
  return layout({
    look: site.look,
    locale,
    title: page === 1 ? title : `${title} (${page})`,
    head: html`
      ${NO_INDEX}
      <link rel="latest-version" href="${site.baseUrl + hrefOf(content)}" />
      ${previous && html`<link rel="prev" href="${site.baseUrl + previous}" />`}
      ${next && html`<link rel="next" href="${site.baseUrl + next}" />`}
    `,
    main: html`<div class="list">
      <header class="list-opening">
        <h1>
          <span class="kind" ${attributes}>${words.allVersions}</span> <bdi>${content.title}</bdi>
        </h1>
        <p ${attributes}>
          <a href="${hrefOf(content)}" rel="latest-version">${words.newestVersion}</a>
        </p>
      </header>
      <ol class="entries">
        ${versions.map((version) => entry(content, version, frame))}
      </ol>
      ${pager({ previous, next }, words.pagesOfList, frame)}
    </div>`,
  });
}

function entry(
  path: PagePath,
  listed: ListedVersion,
  { words, attributes, language }: Frame,
): Html {
  const { version, publishedAt, stands, changedFields, recordSha256 } = listed;
  const { approvedBy, approvedVia, approvedIn, approverId } = listed;
  const name = `${words.version} ${version}`;
  if (publishedAt === null) {
    return html`<li ${attributes}>
      <h2>${name}</h2>
      ${!stands && html`<p>${words.withdrawn}</p>`}
      <p>${words.signedRecord}: SHA-256 <code class="withheld">${recordSha256}</code></p>
    </li>`;
  }
  return html`<li ${attributes}>
    <h2><a href="${versionHref(path, version)}">${name}</a></h2>
    <p class="byline">
      ${day(publishedAt, path.locale)}
      ${
        approvedBy !== null &&
        html`<span
          >${words.releasedBy} <bdi lang="${path.locale}">${approvedBy}</bdi> —
          ${confirmation(approvedVia, approvedIn, words)}${approverId !== null && html` (<code>${approverId}</code>)`}</span
        >`
      }
    </p>
    ${changedFields.length > 0 && html`<p>${changes(changedFields, language)}</p>`}
    <p>
      <a href="${versionHref(path, version, 'record')}" type="application/jose"
        >${words.signedRecord}</a
      >
    </p>
  </li>`;
}

/** Names the fields in which a version differs from the one before it. */
function changes(fields: readonly string[], language: string): Content {
  const { words } = deskLanguage(language);
  const names = fields.map((name) => words[name as keyof DocumentValue | 'content']);
  return filled(words.changedFields, { fields: new Intl.ListFormat(language).format(names) });
}
