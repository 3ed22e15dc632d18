import { hrefOf } from '../documents/page-path.js';
import type { Redirect } from '../site/redirects.service.js';
import { accountIdArgument, publicationIdArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';

const textOf = (redirect: Redirect): string => `${redirect.path} -> ${hrefOf(redirect)}`;

export const redirectsCommands: CommandGroup = (group, services, terminal) => {
  const redirects = async () => (await services()).redirects;

  group
    .command('add')
    .description('redirect a path to a document (301); no document may have this path')
    .argument('<path>', 'the path to redirect, such as /old/page')
    .argument('<id>', 'id of the publication that the path redirects to', publicationIdArgument)
    .action(async (path: string, id: string) => {
      const redirect = await (await redirects()).add(path, id);
      terminal.answer({ json: redirect, text: textOf(redirect) });
    });

  group
    .command('list')
    .description('show the redirects, sorted by path')
    .option('--account <account>', 'only redirects to documents of this account', accountIdArgument)
    .action(async ({ account = null }: { account?: string | null }) => {
      await terminal.list({
        pages: (await redirects()).list(account),
        head: ['path', 'leads to', 'publication'],
        row: (one: Redirect) => [one.path, hrefOf(one), one.publicationId],
      });
    });

  group
    .command('remove')
    .description('remove a redirect: its path answers 404 again')
    .argument('<path>', 'the path of the redirect')
    .action(async (path: string) => {
      const redirect = await (await redirects()).remove(path);
      terminal.answer({ json: redirect, text: `Removed: ${textOf(redirect)}` });
    });
};
