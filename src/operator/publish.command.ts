import {
  type ClientOptions,
  publisherKey,
  serviceOrigin,
  withClientOptions,
} from './client-options.js';
import type { CommandGroup } from './command-context.js';
import { CommandFailed } from './terminal.js';

/**
 * `publish` (contract 10): works like a client, with a key over HTTP. If the command runs again, it writes only changed
 * fields.
 */
export const publishCommand: CommandGroup = (program, context, terminal) => {
  const command = program
    .command('publish')
    .description('create or update the document of a Markdown file, and publish it, as a client')
    .argument('<file>', 'Markdown with YAML front matter; in a folder such as en/ it needs none')
    .option('--wait', 'until its page is public and found by search');
  withClientOptions(command).action(
    async (file: string, options: ClientOptions & { readonly wait?: true }) => {
      const key = publisherKey(options);
      if (!key) throw new CommandFailed('Set IMPRIMATUR_KEY to a publisher key, or --key-file.');
      // Loaded here, so that other commands do not load the client and the parser of files.
      const { publishFile } = await import('./publish-file.js');
      const url = await serviceOrigin(options, context);
      const publication = await publishFile(file, url, key, options.wait === true);
      const { state, indexStatus, publishError } = publication;
      terminal.answer({
        json: publication,
        text: `${publication.url} is ${state}; search: ${indexStatus}`,
      });
      if (publishError) throw new CommandFailed(`${publishError.code}: ${publishError.message}`);
    },
  );
};
