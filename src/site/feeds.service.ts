import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer, Coding } from '../platform/http/deliver.js';
import { fileAnswer, notFoundAnswer, redirection } from './answers.js';
import { AnswerCache } from '../platform/http/answer-cache.js';
import { lookOf, type Site, siteOf } from './html/site.js';
import {
  canBeTag,
  feedHref,
  listHref,
  type ListSubject,
  localeSubject,
} from '../documents/list-path.js';
import { hrefOf } from '../documents/page-path.js';
import { ListsRepository } from './lists.repository.js';
import { type Html, xml, xmlDocument } from './html/html.js';
import { inLanguage, withAbsoluteAddresses } from './html/article-html.js';
import { isAi, MACHINE_MADE } from '../documents/authors.js';
import { composed } from '../platform/validation/rule.js';
import { languageName } from './html/locales.js';
import { type FeedEntry, updatedAt } from './shown-page.js';

const ATOM = 'application/atom+xml; charset=utf-8';

/** Answers requests for the Atom feeds of the newest documents (contract 9). */
@Injectable()
export class FeedsService {
  constructor(
    private readonly lists: ListsRepository,
    private readonly answers: AnswerCache,
    private readonly config: Config,
  ) {}

  async all(coding: Coding): Promise<Answer | undefined> {
    const subject = { kind: 'all' } as const;
    return this.feed(subject, (await this.lists.feedStamp(subject)) ?? '', coding);
  }

  /**
   * Answers with the feed of a locale. Answers 404 if the locale has no documents, and redirects if `name` is not the
   * canonical spelling of the locale. Returns `undefined` if `name` cannot be a locale.
   */
  async locale(name: string, coding: Coding): Promise<Answer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const stamp = await this.lists.feedStamp(subject);
    if (stamp === undefined) return notFoundAnswer(lookOf(this.config));
    const href = feedHref(subject);
    if (href !== `/${name}/feed.xml`) return redirection(href);
    return this.feed(subject, stamp, coding);
  }

  /** Answers with the feed of a tag. Answers 404 if no document has the tag. */
  async tag(written: string, coding: Coding): Promise<Answer | undefined> {
    const subject = { kind: 'tag', tag: composed(written) } as const;
    const stamp = canBeTag(subject.tag) ? await this.lists.feedStamp(subject) : undefined;
    return stamp === undefined
      ? notFoundAnswer(lookOf(this.config))
      : this.feed(subject, stamp, coding);
  }

  private feed(subject: ListSubject, stamp: string, coding: Coding): Promise<Answer | undefined> {
    return this.answers.get(feedHref(subject), stamp, coding, async () => {
      const { entries, stamp: read } = await this.lists.feed(subject);
      const file = atomFeed(siteOf(this.config), subject, entries);
      return { stamp: read, answer: fileAnswer(ATOM, file) };
    });
  }
}

/** Atom requires a date. A feed without entries has this one. */
const NEVER = new Date(0);

/** Makes the Atom feed of the newest documents of a list (RFC 4287, contract 9). */
function atomFeed(site: Site, subject: ListSubject, entries: readonly FeedEntry[]): string {
  const self = site.baseUrl + feedHref(subject);
  const locale = subject.kind === 'locale' ? subject.locale : 'en';
  const part = subject.kind === 'tag' ? subject.tag : languageName(locale);
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
  <id>${self}</id>
  <title>${site.name}${subject.kind !== 'all' && ` – ${part}`}</title>
  <updated>${(entries[0]?.publishedAt ?? NEVER).toISOString()}</updated>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${site.baseUrl + listHref(subject)}"/>
  ${entries.map((page) => entry(site, page))}
</feed>`);
}

/**
 * Makes an entry of the feed. The id of the entry does not contain the address of the site. Therefore the id stays the
 * same if the site moves. Facts for which Atom has no elements are in other namespaces. The publisher is in the
 * namespace of Dublin Core. The other such facts, for example the approver, are in namespaces of this service.
 */
function entry({ baseUrl }: Site, page: FeedEntry): Html {
  return xml`<entry xml:lang="${page.locale}">
    <id>urn:uuid:${page.publicationId}</id>
    <title>${page.title}</title>
    <published>${page.firstPublishedAt.toISOString()}</published>
    <updated>${updatedAt(page).toISOString()}</updated>
    <author>
      <name>${page.author.name}</name>
      <kind xmlns="urn:imprimatur:author">${page.author.kind}</kind>
    </author>
    <link rel="alternate" type="text/html" hreflang="${page.locale}" href="${baseUrl + hrefOf(page)}"/>
    <link rel="alternate" type="text/markdown" hreflang="${page.locale}" href="${baseUrl + hrefOf(page, 'markdown')}"/>
    ${page.tags.map((tag) => xml`<category term="${tag}"/>`)}
    ${isAi(page.author.kind) && xml`<digitalSourceType xmlns="urn:imprimatur:author">${MACHINE_MADE}</digitalSourceType>`}
    ${page.accountName !== null && xml`<publisher xmlns="http://purl.org/dc/elements/1.1/">${page.accountName}</publisher>`}
    ${
      page.approvedBy !== null &&
      xml`<approvedBy xmlns="urn:imprimatur:release">${page.approvedBy}</approvedBy>
    <approvedVia xmlns="urn:imprimatur:release">${page.approvedVia ?? 'key'}</approvedVia>${
      page.approvedIn !== null &&
      xml`
    <approvedIn xmlns="urn:imprimatur:release">${page.approvedIn}</approvedIn>`
    }`
    }
    ${page.description !== '' && xml`<summary>${page.description}</summary>`}
    ${page.html !== null && xml`<content type="html">${withAbsoluteAddresses(inLanguage(page.html, page.locale), baseUrl + hrefOf(page))}</content>`}
  </entry>`;
}
