import { taskRunner } from '../../dist/src/platform/threads/thread-tasks.js';

export default taskRunner({
  /** Never returns, as the rendering of a document that takes too long. */
  renderJob() {
    for (;;);
  },
});
