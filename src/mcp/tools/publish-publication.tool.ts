import { PublishPublicationDto } from '../../publications/inputs.js';
import { written } from '../results.js';
import { RELEASED } from '../output-schemas.js';
import { tool } from '../tool.js';

export const publishPublication = tool({
  name: 'publish_publication',
  title: 'Publish publication',
  description:
    'Makes the working revision public on the web, if it still is expectedVersion; call it only when that is wanted. With waitSeconds 30 the answer tells the end: state published, the page at url is live; indexStatus ready, search finds it.',
  scope: 'publish',
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  own: ['id', 'idempotencyKey', 'waitSeconds'],
  input: PublishPublicationDto,
  output: RELEASED,
  async run({ publications }, { actor, own, input, wait }) {
    const { id, idempotencyKey, waitSeconds } = own;
    return written(await publications.publish(actor, id, input, idempotencyKey, wait(waitSeconds)));
  },
});
