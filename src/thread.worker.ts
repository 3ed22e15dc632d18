import { taskRunner, type ThreadTasks } from './platform/threads/thread-tasks.js';
import { previewTasks } from './previews/preview-tasks.js';
import { contentTasks } from './publications/content-tasks.js';
import { renderJobTasks } from './releases/render-job.js';
import { searchTasks } from './search/search-words.js';
import { snippetTasks } from './search/snippet-task.js';
import { siteTasks } from './site/site-tasks.js';

const TASKS = {
  ...contentTasks,
  ...previewTasks,
  ...renderJobTasks,
  ...searchTasks,
  ...snippetTasks,
  ...siteTasks,
} satisfies ThreadTasks;

export default taskRunner(TASKS);
