import { USAGE } from '../output-schemas.js';
import { NoInput } from '../../platform/validation/validated.js';
import { READING, tool } from '../tool.js';

export const getAccountUsage = tool({
  name: 'get_account_usage',
  title: 'Get account usage',
  description:
    'Tells how many writes the account has left today. Each accepted create, update and publish costs one; reads, refusals and repetitions cost nothing. Call it before a series of writes.',
  scope: 'read',
  annotations: READING,
  own: [],
  input: NoInput,
  output: USAGE,
  async run({ quota }, { actor }) {
    return { content: (await quota.read(actor.accountId)).usage };
  },
});
