import { Argument } from 'commander';
import {
  type ClientOptions,
  publisherKey,
  serviceOrigin,
  withClientOptions,
} from './client-options.js';
import type { CommandGroup } from './command-context.js';

const server = (url: string, bearer: string): object => ({
  type: 'http',
  url,
  headers: { Authorization: `Bearer ${bearer}` },
});

const json = (value: object): string => JSON.stringify(value, null, 2);

/**
 * The configuration of each host. If no key is given, the host reads the key from an environment variable or asks the
 * user.
 */
const HOSTS = {
  'claude-code': {
    file: '.mcp.json',
    block: (url: string, key = '${IMPRIMATUR_KEY}') =>
      json({ mcpServers: { imprimatur: server(url, key) } }),
  },
  cursor: {
    file: '.cursor/mcp.json',
    block: (url: string, key = '${env:IMPRIMATUR_KEY}') =>
      json({ mcpServers: { imprimatur: server(url, key) } }),
  },
  vscode: {
    file: '.vscode/mcp.json',
    block: (url: string, key?: string) =>
      json({
        ...(key === undefined && {
          inputs: [
            {
              type: 'promptString',
              id: 'imprimatur-key',
              description: 'Publisher key',
              password: true,
            },
          ],
        }),
        servers: { imprimatur: server(url, key ?? '${input:imprimatur-key}') },
      }),
  },
  codex: {
    file: '~/.codex/config.toml',
    block: (url: string, key?: string) =>
      [
        '[mcp_servers.imprimatur]',
        `url = ${JSON.stringify(url)}`,
        key === undefined
          ? 'bearer_token_env_var = "IMPRIMATUR_KEY"'
          : `http_headers = { Authorization = ${JSON.stringify(`Bearer ${key}`)} }`,
      ].join('\n'),
  },
} as const;

/** `connect` (contract 10): prints the text to insert into a configuration file of a host. Opens no connection. */
export const connectCommand: CommandGroup = (program, _services, terminal, context) => {
  const command = program
    .command('connect')
    .description('print the configuration with which an assistant connects to the MCP server')
    .addArgument(new Argument('<host>', 'the assistant to connect').choices(Object.keys(HOSTS)));
  withClientOptions(command).action(async (name: keyof typeof HOSTS, options: ClientOptions) => {
    const { file, block } = HOSTS[name];
    // The key is printed only if it comes from `--key-file`, not if it comes from the environment.
    const key = options.keyFile === undefined ? undefined : publisherKey(options);
    const text = block(new URL('/mcp', await serviceOrigin(options, context)).href, key);
    terminal.note(`For ${file}:`);
    terminal.answer({ json: { host: name, file, block: text }, text });
  });
};
