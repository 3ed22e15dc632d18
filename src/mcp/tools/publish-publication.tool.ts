import { PublishPublicationDto } from '../../publications/inputs.js';
import { awaited, written } from '../results.js';
import { RELEASED } from '../output-schemas.js';
import { tool } from '../tool.js';

export const publishPublication = tool({
  name: 'publish_publication',
  title: 'Publish publication',
  description:
    "Releases the working revision to everybody on the web, if it still is expectedVersion; call it only when that is wanted. With waitSeconds 30 the answer tells how it ended: state published means that the page at url is live, indexStatus ready that the site's search finds it. If the release fails, publishError says why and what was public stays public.",
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
    const outcome = await publications.publish(actor, id, input, idempotencyKey, wait(waitSeconds));
    return waitSeconds > 0 ? awaited(outcome) : written(outcome);
  },
});
