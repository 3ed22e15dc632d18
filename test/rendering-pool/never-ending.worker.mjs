import { taskRunner } from '../../dist/src/platform/threads/assignment.js';

const endless = () => {
  for (;;);
};

export default taskRunner({
  renderJob: endless,
  render: ({ markdown }) =>
    markdown === 'endless' ? endless() : { html: markdown, headings: [], text: markdown },
});
