// Compares libraries that search in memory. Each library has its default settings, and its own stemmer if it has one.
// Reads a JSON list whose items have `locale`, `documents` and `questions`. Writes what each library found, and its
// mean time per question in ms.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
if (!existsSync(`${here}/node_modules/pagefind`)) {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: here,
    stdio: 'ignore',
  });
}
const orama = await import('@orama/orama');
const { default: MiniSearch } = await import('minisearch');
const pagefind = await import('pagefind');
const LANGUAGES = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  ru: 'russian',
  ar: 'arabic',
};

async function withOrama({ locale, documents }) {
  const language = LANGUAGES[locale];
  const tokenizer = language && {
    language,
    stemming: true,
    stemmer: (await import(`@orama/stemmers/${language}`)).stemmer,
  };
  const db = orama.create({
    schema: { slug: 'string', title: 'string', text: 'string' },
    ...(tokenizer && { components: { tokenizer } }),
  });
  for (const { slug, title, text: body } of documents) {
    await orama.insert(db, { slug, title, text: body });
  }
  const properties = ['title', 'text'];
  // `threshold: 1` means that any of the words is enough, as in this service.
  const asked = { properties, boost: { title: 2 }, threshold: 1, limit: 10 };
  return async (term) => {
    const { hits } = await orama.search(db, { term, ...asked });
    return hits.map(({ document }) => document.slug);
  };
}

async function withMiniSearch({ documents }) {
  const index = new MiniSearch({ fields: ['title', 'text'], idField: 'slug' });
  index.addAll(documents);
  return async (q) =>
    index
      .search(q, { boost: { title: 2 }, prefix: true })
      .slice(0, 10)
      .map(({ id }) => id);
}

const site = await mkdtemp(join(tmpdir(), 'pagefind-'));
const escaped = (plain) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
// A `fetch` that reads files, because Node's `fetch` does not read files.
const fetchFile = async (address) => new Response(await readFile(new URL(address)));

/**
 * Makes an index of Pagefind. The index consists of files. For each question, Pagefind's browser script reads a few of
 * these files.
 */
async function pagefindOf({ locale, documents }) {
  const { index } = await pagefind.createIndex({ forceLanguage: locale });
  for (const { slug, title, text: body } of documents) {
    const content = `<h1>${escaped(title)}</h1><p>${escaped(body)}</p>`;
    await index.addHTMLFile({ url: slug, content: `<html><body>${content}</body></html>` });
  }
  const outputPath = await mkdtemp(join(site, 'index-'));
  await index.writeFiles({ outputPath });
  globalThis.fetch = fetchFile;
  return import(pathToFileURL(join(outputPath, 'pagefind.js')));
}

async function slugsOf(results) {
  const pages = await Promise.all(results.slice(0, 10).map((result) => result.data()));
  return pages.map(({ raw_url: url }) => url.replaceAll('/', ''));
}

/** Finds the documents that contain every word of the question. */
async function withPagefind(judged) {
  const script = await pagefindOf(judged);
  return async (q) => slugsOf((await script.search(q)).results);
}

/** Searches for each word separately and adds the scores, so that any word is enough. */
async function withPagefindByWord(judged) {
  const script = await pagefindOf(judged);
  const segmenter = new Intl.Segmenter(judged.locale, { granularity: 'word' });
  return async (q) => {
    const all = new Map();
    for (const { segment, isWordLike } of segmenter.segment(q)) {
      const { results } = isWordLike ? await script.search(segment) : { results: [] };
      for (const result of results) {
        const score = result.score + (all.get(result.id)?.score ?? 0);
        all.set(result.id, { ...result, score });
      }
    }
    return slugsOf([...all.values()].toSorted((one, other) => other.score - one.score));
  };
}

const CANDIDATES = {
  Orama: withOrama,
  MiniSearch: withMiniSearch,
  Pagefind: withPagefind,
  'Pagefind by word': withPagefindByWord,
};
const found = [];
for (const judged of JSON.parse(await text(process.stdin))) {
  for (const [name, candidate] of Object.entries(CANDIDATES)) {
    const search = await candidate(judged);
    for (const { q } of judged.questions) await search(q);
    const answers = [];
    const begun = performance.now();
    for (const { q } of judged.questions) answers.push(await search(q));
    const milliseconds = (performance.now() - begun) / judged.questions.length;
    found.push({ name, locale: judged.locale, answers, milliseconds });
  }
}
await pagefind.close();
await rm(site, { recursive: true });
process.stdout.write(JSON.stringify(found));
