import { hrefOf } from '../documents/page-path.js';
import { visibleLine } from '../platform/logging/visible.js';
import type { MenuReport } from '../site/menu-reports.service.js';
import type { HeldPlace, PlaceKind } from '../site/site-places.service.js';
import { localeArgument, publicationIdArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';
import type { Terminal } from './terminal.js';

const KINDS: readonly (readonly [kind: PlaceKind, what: string])[] = [
  ['menu', 'the menu of its locale'],
  ['home', 'the start page of its locale'],
];

/** Says which places on the site are empty while a document is not public. */
export const placesText = (places: readonly HeldPlace[]): string[] =>
  places.map(
    ({ kind, locale }) =>
      `This document is ${Object.fromEntries(KINDS)[kind]}. While it is not public, the locale ${locale} has none, unless the command "site set-${kind}" names another document.`,
  );

/** Asks once more before a menu or a start page goes. @throws CommandFailed without consent */
export async function confirmPlaces(
  terminal: Terminal,
  places: readonly HeldPlace[],
): Promise<void> {
  if (places.length === 0) return;
  await terminal.confirm([...placesText(places), 'Continue?'].join(' '));
}

export const siteCommands: CommandGroup = (group, services, terminal) => {
  for (const [kind, what] of KINDS) {
    group
      .command(`set-${kind}`)
      .description(`use a released document as ${what}`)
      .argument('<id>', 'id of the publication', publicationIdArgument)
      .requiredOption('--locale <locale>', 'the locale, such as en', localeArgument)
      .action(async (id: string, { locale }: { locale: string }) => {
        const { sitePlaces, menuReports } = await services();
        const place = await sitePlaces.set(kind, locale, id);
        const menu = kind === 'menu' ? await menuReports.of(place.locale) : undefined;
        const said = `${hrefOf(place)} is ${what}: ${place.locale}`;
        terminal.answer({
          json: menu ? { ...place, menu } : place,
          text: menu ? [said, ...menuLines(menu)].map(visibleLine).join('\n') : said,
        });
      });

    group
      .command(`unset-${kind}`)
      .description(`stop using a document as ${what}`)
      .requiredOption('--locale <locale>', 'the locale, such as en', localeArgument)
      .action(async ({ locale }: { locale: string }) => {
        const place = await (await services()).sitePlaces.unset(kind, locale);
        terminal.answer({ json: place, text: `${hrefOf(place)} is no longer ${what}` });
      });
  }
};

function menuLines({ entries, documents, dead, foreign, repeated }: MenuReport): string[] {
  return [
    `The menu has ${entries} entries and ${documents} documents.`,
    ...named('Links that lead nowhere', dead),
    ...named('Links to other sites', foreign),
    ...named('Documents that the menu lists twice', repeated),
  ];
}

/** Maximum number of links of a kind that are named. */
const MAX_NAMED = 20;

function named(sentence: string, links: readonly string[]): string[] {
  if (links.length === 0) return [];
  const shown = links.slice(0, MAX_NAMED).join(', ');
  return [`${sentence} (${links.length}): ${shown}${links.length > MAX_NAMED ? ', …' : ''}`];
}
