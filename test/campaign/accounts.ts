import { addApprover, issueKey } from '../setup/operator.js';
import { sql } from '../setup/sql.js';

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

const MANY = 10_000_000;

/** Stores an account with a number of keys. */
export async function createAccount(
  databaseUrl: string,
  name: string,
  keys: number,
  unitsARound: number | null = null,
): Promise<CampaignAccount> {
  const { accountId, ...first } = await issueKey(databaseUrl, { limit: MANY });
  const title = `mark-${name}-account`;
  await sql(databaseUrl, 'UPDATE account SET name = $2 WHERE id = $1', [accountId, title]);
  const issued = [first];
  while (issued.length < keys) issued.push(await issueKey(databaseUrl, { account: accountId }));
  const people = ['Ada', 'Grace'].map(async (person) => {
    const called = `${person} of ${name}`;
    const { approverId: id, key } = await addApprover(databaseUrl, accountId, called);
    return { id, name: called, key };
  });
  return {
    name,
    accountId,
    unitsARound,
    keys: issued.map(({ keyId: id, key }) => ({ id, key })),
    people: await Promise.all(people),
  };
}
