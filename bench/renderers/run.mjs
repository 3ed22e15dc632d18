// Measures the CPU time of one rendering by each candidate of ADR 16, all in one process. Usage, after `npm run build`:
// node bench/renderers/run.mjs
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const here = import.meta.dirname;
if (!existsSync(`${here}/node_modules`)) {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: here });
}
const { default: createParser } = await import('markdown-it');
const { renderMarkdown } = await import('../../dist/src/rendering/render-markdown.js');
const { headings } = await import('../../dist/src/rendering/headings.js');
const { markdownToHtml } = await import('satteri');
const { unified } = await import('unified');
const plugin = async (name) => (await import(name)).default;
const [parse, gfm, toHtml, raw, highlight, sanitize, stringify] = await Promise.all(
  'remark-parse remark-gfm remark-rehype rehype-raw rehype-highlight rehype-sanitize rehype-stringify'
    .split(' ')
    .map(plugin),
);

const section = (index) =>
  `## Section ${index}\n\nSome *words*, **strong**, a [link](https://example.org/${index}) and \`code\` here. ` +
  `${'Plain words follow one another. '.repeat(6)}\n\n- one\n- **two**\n- three\n\n| a | b | c |\n|---|---|---|\n` +
  `| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n\n\`\`\`js\nfunction f(a) {\n  const x = a + ${index};\n  return \`x\${x}\`;\n}\n\`\`\`\n\n` +
  `> quoted text[^${index}]\n\n[^${index}]: note ${index}\n\n`;
const DOCUMENTS = {
  mixed: Array.from({ length: 9 }, (_, index) => section(index))
    .join('')
    .slice(0, 4_096),
  plain: `${'Plain words follow one another in a sentence that ends here. '.repeat(6)}\n\n`
    .repeat(12)
    .slice(0, 4_096),
};

const pipeline = (...between) =>
  between
    .reduce(
      (made, step) => made.use(step),
      unified().use(parse).use(gfm).use(toHtml, { allowDangerousHtml: true }),
    )
    .use(sanitize)
    .use(stringify)
    .freeze();
const withoutHtml = pipeline(highlight);
const withHtml = pipeline(raw, highlight);
const parser = createParser({ html: true, linkify: true });
const CANDIDATES = {
  'unified, sanitised, coloured': (text) => withoutHtml.processSync(text),
  'unified with rehype-raw (parse5)': (text) => withHtml.processSync(text),
  'markdown-it alone': (text) => parser.render(text),
  'satteri alone': (text) => markdownToHtml(text),
  'this service: markdown-it, parse5, colours': (text) =>
    renderMarkdown({ title: 'Title', markdown: text, imageOrigins: [] }),
  'this service: headings only': (text) => headings(text),
};

function cost(render, text) {
  for (let index = 0; index < 60; index += 1) render(text);
  const runs = 200;
  const before = process.cpuUsage();
  for (let index = 0; index < runs; index += 1) render(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / runs;
}

for (const [kind, text] of Object.entries(DOCUMENTS)) {
  let base;
  for (const [name, render] of Object.entries(CANDIDATES)) {
    const milliseconds = cost(render, text);
    base ??= milliseconds;
    const ratio = (base / milliseconds).toFixed(1);
    process.stdout.write(
      `${kind.padEnd(6)} ${name.padEnd(44)} ${milliseconds.toFixed(3).padStart(8)} ms  ${ratio} ×\n`,
    );
  }
}
