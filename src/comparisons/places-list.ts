import { MAX_COMPARED } from '../rendering/bounds.js';
import { counted, type DeskLanguage } from '../site/html/desk-words.js';
import { type Content, html, type Html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import type { Place } from './places.js';
import { type Weight, WEIGHTS } from './words.js';

/** Places where the same text was changed in the same way. */
interface PlaceGroup {
  readonly places: readonly [Place, ...Place[]];
  readonly weights: readonly Weight[];
}

/** Number of groups that the list shows; the others are folded. */
const MAX_SHOWN = 30;
/** Number of links to the places of one group. */
const MAX_LINKS = 10;

/** Groups places with the same change. What weighs most comes first, then what comes first in the text. */
export function grouped(places: readonly Place[]): PlaceGroup[] {
  const groups = new Map<string, [Place, ...Place[]]>();
  for (const place of places) {
    const key = `${place.kind} ${place.change}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  const found = Array.from(groups.values(), (group) => ({
    places: group,
    weights: WEIGHTS.filter((weight) => group.some(({ weights }) => weights.includes(weight))),
  }));
  return found.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** A replaced word weighs more than a whole paragraph, which readers see anyway. */
function rankOf({ places, weights: [heaviest] }: PlaceGroup): number {
  if (heaviest === undefined) return 2 * WEIGHTS.length;
  const isWhole = places[0].left === '' || places[0].right === '';
  return WEIGHTS.indexOf(heaviest) + (isWhole ? WEIGHTS.length : 0);
}

/**
 * Lists the places, each with a link.
 * @param page address of the page that shows the places; empty for the same page
 */
export function placesList(places: readonly Place[], page: string, of: DeskLanguage): Content {
  const groups = grouped(places);
  if (groups.length === 0) return undefined;
  const entries = groups.slice(0, MAX_COMPARED.entries).map((group) => entry(group, page, of));
  const rest = entries.slice(MAX_SHOWN);
  return html`<ol class="places">
      ${entries.slice(0, MAX_SHOWN)}
    </ol>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${counted(of.words.morePlaces, groups.length - MAX_SHOWN, of.language)}</summary>
        <ol class="places">
          ${rest}
        </ol>
        ${groups.length > entries.length && html`<p class="hint">${of.words.shortened}</p>`}
      </details>`
    }`;
}

function entry({ places, weights }: PlaceGroup, page: string, of: DeskLanguage): Html {
  const { words, language } = of;
  const [place, ...others] = places;
  const { number, where, kind, before, after } = place;
  const isOne = others.length === 0;
  const label = kind === 'replaced' || kind === 'link' ? undefined : words[kind];
  return html`<li${weights.length > 0 && html` class="heavy"`}>
    <a href="${page}#place-${number}"
      >${where !== '' && html`<span class="where" dir="auto">${visibleText(where)}:</span> `}${label !== undefined && html`<span class="kind">${label}</span> `}<span dir="auto">${isOne && visibleText(before)}${sides(place, words)}${isOne && visibleText(after)}</span></a
    >${weights.map((weight) => html` <span class="weight">${words[weight]}</span>`)}${
      !isOne &&
      html` <span class="more-links"
        >${counted(words.times, places.length, language)}:
        ${places.slice(0, MAX_LINKS).map((each, at) => html`<a href="${page}#place-${each.number}">${at + 1}</a> `)}${places.length > MAX_LINKS && '…'}</span
      >`
    }
  </li>`;
}

/** Shows an old and a new text. The arrow points right in every language, so the pair always runs from left to right. */
export const leadsTo = (left: Html, right: Html): Html =>
  html`<span dir="ltr">${left} → ${right}</span>`;

const shown = (text: string): Html => html`<bdi>${visibleText(text)}</bdi>`;

/** The old and the new text; screen readers say which is which. */
function sides({ left, right, kind }: Place, words: DeskLanguage['words']): Html {
  const isSame = left === right || kind === 'moved';
  if (isSame) return shown(left || right);
  const removed = html`<del class="removed"
    ><span class="sr-only">[${words.removed}: </span>${shown(left)}<span class="sr-only"
      >]</span
    ></del
  >`;
  const added = html`<ins class="added"
    ><span class="sr-only">[${words.added}: </span>${shown(right)}<span class="sr-only"
      >]</span
    ></ins
  >`;
  if (left === '') return added;
  return right === '' ? removed : leadsTo(removed, added);
}
