import { taskRunner } from '../../dist/src/platform/threads/thread-tasks.js';

/** Never returns, as a task on a document that takes too long. */
function endless() {
  for (;;);
}

export default taskRunner({ renderJob: endless, snippets: endless });
