import 'reflect-metadata';
import { CliModule } from '../../src/cli.module.js';
import { startServices } from '../../src/operator/command-context.js';
import { readConfig } from '../../src/platform/config/config.js';

/** An account of the campaign with its keys. */
export interface CampaignAccount {
  /** A name that every text of the account contains, so that the checks recognise a leak of such a text. */
  readonly name: string;
  readonly accountId: string;
  readonly keys: readonly { readonly id: string; readonly key: string }[];
  /** The two approvers of the account. */
  readonly people: readonly { readonly id: string; readonly name: string; readonly key: string }[];
  /** Quota units that the account gets per round. `null` means more units than the account can use. */
  readonly unitsARound: number | null;
}

interface Wish {
  readonly name: string;
  readonly keys: number;
  readonly unitsARound: number | null;
}

/** Two accounts with enough units, and one account that reaches its limit. */
const POLITE: readonly Wish[] = [
  { name: 'alpha', keys: 2, unitsARound: null },
  { name: 'bravo', keys: 1, unitsARound: null },
  { name: 'carol', keys: 2, unitsARound: 25 },
];
/** The account that sends too many requests. The checks do not count the writes of this account. */
export const GREEDY: readonly Wish[] = [{ name: 'greedy', keys: 1, unitsARound: null }];
/** The account of the editor, whose writes the checks of the writers do not count. */
export const EDITOR: readonly Wish[] = [{ name: 'editor', keys: 1, unitsARound: null }];
const MANY = 10_000_000;

export async function createAccounts(
  databaseUrl: string,
  wishes: readonly Wish[] = POLITE,
): Promise<CampaignAccount[]> {
  const services = await startServices(CliModule.register(readConfig({}), databaseUrl));
  const { accounts, keys, approvers } = services;
  const made: CampaignAccount[] = [];
  for (const { name, keys: count, unitsARound } of wishes) {
    const { id: accountId } = await accounts.create(`mark-${name}-account`, 'free');
    await accounts.change('accounts set-limit', accountId, { dailyWriteLimit: MANY });
    const issued = await Promise.all(
      Array.from({ length: count }, () =>
        keys.issue({
          accountId,
          name: 'campaign',
          scopes: ['read', 'write', 'publish'],
          expiresIn: null,
        }),
      ),
    );
    const people = [
      await approvers.add(accountId, `Ada of ${name}`),
      await approvers.add(accountId, `Grace of ${name}`),
    ];
    made.push({
      name,
      accountId,
      unitsARound,
      keys: issued.map(({ id, key }) => ({ id, key })),
      people,
    });
  }
  await services.close();
  return made;
}
