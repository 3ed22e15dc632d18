import { taskRunner } from '../../dist/src/platform/threads/task-runner.js';

export default taskRunner({
  /** Never returns, as the rendering of a document that takes too long. */
  renderJob() {
    for (;;);
  },
});
