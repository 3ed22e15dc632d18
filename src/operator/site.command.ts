import { hrefOf } from '../documents/page-path.js';
import type { PlaceKind } from '../site/site-places.service.js';
import { publicationIdArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';

const KINDS: readonly (readonly [kind: PlaceKind, what: string])[] = [
  ['menu', 'the menu of its locale'],
  ['home', 'the start page of its locale'],
];

export const siteCommands: CommandGroup = (group, context, terminal) => {
  const places = async () => (await (await context()).services()).sitePlaces;

  for (const [kind, what] of KINDS) {
    group
      .command(`set-${kind}`)
      .description(`make a released document ${what}`)
      .argument('<id>', 'the publication', publicationIdArgument)
      .requiredOption('--locale <locale>', 'the locale, such as en')
      .action(async (id: string, { locale }: { locale: string }) => {
        const place = await (await places()).set(kind, locale, id);
        terminal.answer({ json: place, text: `${hrefOf(place)} is ${what}: ${locale}` });
      });

    group
      .command(`unset-${kind}`)
      .description(`let no document be ${what}`)
      .requiredOption('--locale <locale>', 'the locale, such as en')
      .action(async ({ locale }: { locale: string }) => {
        const place = await (await places()).unset(kind, locale);
        terminal.answer({ json: place, text: `${hrefOf(place)} is no longer ${what}` });
      });
  }
};
