import { domainToUnicode } from 'node:url';
import type { Token } from 'markdown-it';
import { parsedUrl } from '../platform/validation/rule.js';
import { anchorAmong, decoded } from '../rendering/rules/headings.js';
import { metaOf } from '../rendering/rules/token-meta.js';
import { anchorsIn } from './block-faults.js';
import { mixesScripts } from '../rendering/hidden-text.js';
import { linkedPage, MAX_OWN_LINKS, OWN_LINK } from './own-links.js';
import type { Lines } from './passages.js';
import type { WarningCode } from './warning-codes.js';

/** Parameters that say who led a reader here. */
const TRACKING =
  /[?&](?:utm_source=[^?&#]*(?:chatgpt|openai|perplexity|claude|anthropic|gemini|copilot|grok|deepseek|mistral|poe\.com|you\.com)|(?:fbclid|gclid|msclkid|dclid|twclid|igshid)=)/i;

/** Returns the code of what is wrong with an address, whatever document it is in; `undefined` if nothing is. */
export function addressFault(address: string): WarningCode | undefined {
  if (TRACKING.test(address)) return 'tracking_in_link';
  if (!/xn--|[^\0-\x7f]/i.test(address)) return undefined;
  const host = parsedUrl(address)?.hostname ?? '';
  return mixesScripts(domainToUnicode(host)) ? 'hidden_text' : undefined;
}

/** Hosts that stand for any host (RFC 2606). */
const EXAMPLE_HOST = /^(?:(?:.+\.)?example\.(?:com|org|net|edu)|localhost)$/i;

/** Whether a source is an address that only stands for one. */
export const isExample = (source: string): boolean =>
  EXAMPLE_HOST.test(parsedUrl(source)?.hostname ?? '');

/** A link or picture with a fault. `written` is what to search for in the lines. */
interface LinkFault {
  readonly code: WarningCode | typeof OWN_LINK;
  readonly written: string;
  readonly lines: Lines;
}

/** Targets that every page has. */
const OF_PAGE = /^#(?:top)?$/i;

/**
 * Finds links and pictures with a fault in a document whose sections have their ids: at most `most` of each code. Finds
 * the links to this site, too. @param address address of the document; absent: links to this site are not looked for
 */
export function linkFaults(
  tokens: readonly Token[],
  most: number,
  address: string | undefined,
): LinkFault[] {
  const counts = new Map<LinkFault['code'], number>();
  const found: LinkFault[] = [];
  const add = (code: LinkFault['code'] | undefined, written: string, lines: Lines): void => {
    const count = code ? (counts.get(code) ?? 0) : most;
    if (!code || count >= (code === OWN_LINK ? MAX_OWN_LINKS : most)) return;
    counts.set(code, count + 1);
    found.push({ code, written, lines });
  };
  let targets: ((fragment: string) => boolean) | undefined;
  let lines: Lines = [0, 0];
  for (const token of tokens) {
    if (token.map) lines = token.map;
    const { children, type } = token;
    for (const child of children && type !== 'image' ? children : [token]) {
      if (child.type === 'image' && /^data:/i.test(String(child.attrGet('src')))) {
        add('inline_picture', 'data:', lines);
      }
      if (child.type !== 'link_open') continue;
      const href = String(child.attrGet('href'));
      add(addressFault(href), href, lines);
      if (href === '' || href === '#') add('dead_link', `](${href}`, lines);
      else if (href.startsWith('#') && !OF_PAGE.test(href)) {
        targets ??= targetsOf(tokens);
        if (!targets(href.slice(1))) add('dead_link', decoded(href), lines);
      } else if (address !== undefined && linkedPage(href, address)) add(OWN_LINK, href, lines);
    }
  }
  return found;
}

/** Returns whether a fragment leads to a section or an anchor of the document. */
function targetsOf(tokens: readonly Token[]): (fragment: string) => boolean {
  const sections = new Set(tokens.flatMap((token) => metaOf(token).heading?.id ?? []));
  const all = new Set([...sections, ...anchorsIn(tokens)]);
  return (fragment) => all.has(decoded(anchorAmong(sections, fragment).slice(1)));
}
