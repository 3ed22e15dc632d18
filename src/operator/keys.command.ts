import type { IssuedKey, KeyFacts } from '../keys/keys.service.js';
import { DEFAULT_SCOPES, type Scope } from '../keys/scope.js';
import { type Answer, factTable, listTable } from './answer.js';
import {
  accountIdArgument,
  graceArgument,
  keyIdArgument,
  lifetimeArgument,
  nameArgument,
  scopesArgument,
} from './arguments.js';
import type { CommandGroup } from './command-context.js';

/** Makes the answer to `issue` and `rotate`. No other answer contains a key (contract 7). */
function issuedKeyAnswer(issued: IssuedKey): Answer {
  const table = factTable({
    id: issued.id,
    account: issued.accountId,
    name: issued.name,
    scopes: issued.scopes,
    expires: issued.expiresAt,
    created: issued.createdAt,
  });
  return { json: issued, text: `${table}\nThe key, shown only this once:\n${issued.key}` };
}

const keyAnswer = (key: KeyFacts): Answer => ({
  json: key,
  text: factTable({
    id: key.id,
    account: key.accountId,
    name: key.name,
    scopes: key.scopes,
    expires: key.expiresAt,
    revoked: key.revokedAt,
    'last used': key.lastUsedAt,
    created: key.createdAt,
  }),
});

const keyListAnswer = (keys: readonly KeyFacts[]): Answer => ({
  json: keys,
  text: listTable(
    ['id', 'name', 'scopes', 'expires', 'revoked', 'last used', 'created'],
    keys.map((key) => [
      key.id,
      key.name,
      key.scopes,
      key.expiresAt,
      key.revokedAt,
      key.lastUsedAt,
      key.createdAt,
    ]),
  ),
});

interface IssueOptions {
  readonly account: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires?: number;
}

export const keysCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('issue')
    .description('make a publisher key for an account, and show it once')
    .requiredOption(
      '--account <account>',
      'the account that the key belongs to, by id or unique name',
      accountIdArgument,
    )
    .requiredOption('--name <name>', 'name of the key, for example its purpose', nameArgument)
    .option(
      '--scopes <scopes>',
      'what the key may do: read, write, publish, separated by commas',
      scopesArgument,
      [...DEFAULT_SCOPES],
    )
    .option(
      '--expires <duration>',
      'how long the key is valid, such as 90d (default: forever)',
      lifetimeArgument,
    )
    .action(async ({ account, name, scopes, expires }: IssueOptions) => {
      const request = { accountId: account, name, scopes, expiresIn: expires ?? null };
      const { keys } = await services();
      terminal.answer(issuedKeyAnswer(await keys.issue(request)));
    });

  group
    .command('list')
    .description('show the keys of an account, including revoked and expired keys')
    .requiredOption('--account <account>', 'the account, by id or unique name', accountIdArgument)
    .action(async ({ account }: { account: string }) => {
      const { keys } = await services();
      terminal.answer(keyListAnswer(await keys.list(account)));
    });

  group
    .command('revoke')
    .description('end a key permanently; the key stops working within a second')
    .argument('<keyId>', 'id of the key', keyIdArgument)
    .action(async (keyId: string) => {
      await terminal.confirm(`End the key ${keyId} permanently?`);
      const { keys } = await services();
      terminal.answer(keyAnswer(await keys.revoke(keyId)));
    });

  group
    .command('rotate')
    .description('make a new key with the name, scopes and expiry of an old one, and show it once')
    .argument('<keyId>', 'id of the old key', keyIdArgument)
    .option(
      '--grace <duration>',
      'how long the old key keeps working, such as 24h',
      graceArgument,
      0,
    )
    .action(async (keyId: string, { grace }: { grace: number }) => {
      // With a grace period no caller loses its access now.
      if (grace === 0)
        await terminal.confirm(`End the key ${keyId} immediately, and make a new key?`);
      const { keys } = await services();
      terminal.answer(issuedKeyAnswer(await keys.rotate(keyId, grace)));
    });
};
