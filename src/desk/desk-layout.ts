import { clock } from '../platform/clock/clock.js';
import { counted, type DeskLanguage, deskLanguage } from '../site/html/desk-words.js';
import { filled } from '../site/html/frame.js';
import { type Content, type Html, html } from '../site/html/html.js';
import { layout } from '../site/html/layout.js';
import { NO_INDEX } from '../site/html/message-page.js';
import { plainLook } from '../site/html/site.js';
import type { QueueFilter } from '../reviews/decision-rows.js';
import type { Session } from './desk-sessions.service.js';

/**
 * Elements for the `<head>` of every page. The policy `same-origin` overrides `no-referrer` in the header
 * `Referrer-Policy`. Under `no-referrer`, browsers send forms with `Origin: null`, which `DeskGuard` refuses.
 */
const HEAD = html`${NO_INDEX} <meta name="referrer" content="same-origin" />`;

/** Makes a page of the desk. Callers must set the `lang` of texts that clients wrote. */
export const deskLayout = (
  siteName: string,
  title: string,
  main: Content,
  language = 'en',
): string =>
  layout({
    look: plainLook(siteName),
    locale: language,
    title,
    head: HEAD,
    q: null,
    main,
  });

/** The words of the desk, with what pages fill into them. */
export class DeskText implements DeskLanguage {
  readonly words: DeskLanguage['words'];
  readonly language: string;

  /** @param language a language of the frame */
  constructor(language: string) {
    ({ words: this.words, language: this.language } = deskLanguage(language));
  }

  counted(name: CountedName, count: number): Html {
    return counted(this.words[name], count, this.language);
  }

  /** Shows an RFC 3339 time as people say it, in UTC: "today, 19:07 UTC". */
  moment(at: string): Html {
    const time = new Date(at);
    const days = Math.floor(clock.millis() / DAY) - Math.floor(time.getTime() / DAY);
    const day =
      days === 0 || days === 1
        ? new Intl.RelativeTimeFormat(this.language, { numeric: 'auto' }).format(-days, 'day')
        : new Intl.DateTimeFormat(this.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
            time,
          );
    const clockTime = new Intl.DateTimeFormat(this.language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }).format(time);
    return html`<time datetime="${at}">${day}, ${clockTime} UTC</time>`;
  }

  version(version: number): Html {
    return filled(this.words.version, { version });
  }

  names(names: readonly string[]): Html {
    return html`${names.map((name, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)}`;
  }

  /** Names the author, and the client program if it stated its name. */
  writer(name: string, client: { readonly name: string } | null): Html {
    const { writtenBy, withProgram } = this.words;
    const by = filled(writtenBy, { name: html`<bdi>${name}</bdi>` });
    if (client === null) return by;
    return html`${by} ${filled(withProgram, { program: html`<bdi>${client.name}</bdi>` })}`;
  }

  /** Shows the name of the signed-in person, and the form for signing out. */
  signedIn({ name, accountName, formToken }: Session): Html {
    const { words } = this;
    const person = html`<strong><bdi>${name}</bdi></strong>`;
    return html`<form class="signed-in" method="post" action="/desk/sign-out">
      <p>
        <a href="/desk">${words.queue}</a> ·
        ${filled(words.signedIn, { name: person, account: html`<bdi>${accountName}</bdi>` })}
      </p>
      <input type="hidden" name="token" value="${formToken}" />
      <button type="submit">${words.signOut}</button>
    </form>`;
  }
}

type CountedName = {
  [Name in keyof DeskLanguage['words']]: DeskLanguage['words'][Name] extends string ? never : Name;
}[keyof DeskLanguage['words']];

const DAY = 86_400_000;

/** Reads the filter of the queue from the query of an address; what is malformed counts as absent. */
export const readFilter = (of: (name: string) => unknown): QueueFilter => {
  const text = (name: string): string | null => {
    const value = of(name);
    return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null;
  };
  return { locale: text('locale'), writer: text('writer') };
};

/** Makes the query of an address that keeps the filter; empty if there is nothing to say. */
export function queryOf(
  { locale, writer }: QueueFilter,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    ...more,
    ...(locale !== null && { locale }),
    ...(writer !== null && { writer }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
