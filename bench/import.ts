import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Build, everythingReady, quiet, startBuild } from './build.js';
import { cpuOfEnded, cpuOfTree } from './cpu.js';
import { BenchDatabase } from './database.js';
import { prose, proseTitle } from './prose.js';
import { table } from './report.js';

/**
 * Imports a folder of Markdown until every document is public and searchable, and makes a site with search of the same
 * folder with Eleventy and Pagefind. Prints what each took, and then the same for one changed document.
 */
const ROOT = join(import.meta.dirname, '../..');
const BYTES = 4_096;
const PACKAGES = ['@11ty/eleventy@3', 'pagefind@1'];

/** The plainest site: one page for each file, from one layout. */
const ELEVENTY = {
  'package.json': '{ "type": "module" }',
  'eleventy.config.js': `export default (eleventy) => {
  eleventy.addGlobalData('layout', 'page.njk');
  return { dir: { input: 'content', includes: '../layouts', output: 'site' }, markdownTemplateEngine: false };
};`,
  'layouts/page.njk': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title>
<meta name="description" content="{{ description }}"></head><body><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>`,
};

/** What a piece of work took. */
interface Cost {
  readonly seconds: number;
  /** CPU of all processes, in seconds. */
  readonly cpu: number;
}

const documentOf = (n: number, edition = 0): string =>
  `---\ntitle: "${proseTitle(n).replaceAll('"', '')}"\ndescription: "Document ${n}"\n---\n\n${prose(n + edition * 1e6, BYTES)}\n`;
const fileOf = (n: number): string => `content/en/document-${n}.md`;

async function measured(cpu: () => number, work: () => Promise<unknown>): Promise<Cost> {
  const [before, started] = [cpu(), performance.now()];
  await work();
  return { seconds: (performance.now() - started) / 1_000, cpu: (cpu() - before) / 1_000 };
}

/** Makes the site in the folder anew, as Eleventy and Pagefind do at every change. */
function makeSite(site: string): Promise<Cost> {
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(join(site, 'node_modules/.bin', program), words, {
      cwd: site,
      maxBuffer: 2 ** 30,
    });
  return measured(cpuOfEnded, async () => {
    await run('eleventy', '--quiet');
    await run('pagefind', '--site', 'site');
  });
}

/** Runs a command that publishes files, and waits until all of them are public and searchable. */
async function publish(build: Build, database: BenchDatabase, ...words: string[]): Promise<Cost> {
  await quiet(build, database);
  const cpu = () => cpuOfEnded() + cpuOfTree(build.pid) + cpuOfTree(database.pid);
  return measured(cpu, async () => {
    await build.command(...words);
    await everythingReady(build);
  });
}

const row = (name: string, ours: Cost, theirs: Cost): string[] => [
  name,
  ...[ours, theirs].flatMap(({ seconds, cpu }) => [seconds.toFixed(2), cpu.toFixed(2)]),
  (ours.seconds / theirs.seconds).toFixed(3),
  (ours.cpu / theirs.cpu).toFixed(3),
];

const { values } = parseArgs({ options: { documents: { type: 'string', default: '5000' } } });
const count = Number(values.documents);
const directory = await mkdtemp(join(tmpdir(), 'imprimatur-bench-'));
const site = join(directory, 'site');
const endings = [() => rm(directory, { recursive: true, force: true, maxRetries: 20 })];
try {
  for (const folder of ['content/en', 'layouts'])
    await mkdir(join(site, folder), { recursive: true });
  for (const [name, text] of Object.entries(ELEVENTY)) await writeFile(join(site, name), text);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...PACKAGES], {
    cwd: site,
  });
  for (let n = 0; n < count; n += 1) await writeFile(join(site, fileOf(n)), documentOf(n));

  const theirs = await makeSite(site);
  const database = await BenchDatabase.open(join(directory, 'database'));
  endings.push(() => database.close());
  const build = await startBuild(ROOT, database, 'imported');
  endings.push(
    () => build.stop(),
    () => build.sql.end(),
  );
  const folder = join(site, 'content');
  const again = ['publications', 'import', folder, '--account', build.accountId, '--publish'];
  const ours = await publish(build, database, ...again);

  await writeFile(join(site, fileOf(0)), documentOf(0, 1));
  const theirChange = await makeSite(site);
  const imported = await publish(build, database, ...again);
  await writeFile(join(site, fileOf(0)), documentOf(0, 2));
  const key = join(directory, 'key');
  await writeFile(key, build.key);
  const options = ['--wait', '--overwrite', '--url', build.origin, '--key-file', key];
  const published = await publish(build, database, 'publish', join(site, fileOf(0)), ...options);

  const versions = JSON.parse(await readFile(join(site, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const packages = Object.entries(versions.dependencies).map(([name, of]) => `${name} ${of}`);
  const head = ['', 'ours: s', 'CPU s', 'theirs: s', 'CPU s', 'ours ÷ theirs: s', 'CPU'];
  const rows = [
    row(`${count} documents of 4 KiB`, ours, theirs),
    row('one changed, the whole import again', imported, theirChange),
    row('one changed, `publish FILE`', published, theirChange),
  ];
  process.stdout.write(
    `Node ${process.version}, PostgreSQL ${await database.version()}, ${packages.join(', ')}\n\n`,
  );
  process.stdout.write(`${table(head, rows).join('\n')}\n`);
} finally {
  for (const end of endings.toReversed()) await end();
}
