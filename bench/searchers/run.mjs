// Searches in memory, each as it comes with its stemmer where it has one: reads { locale, documents, questions } as
// JSON, a list of locales, and writes what each found, and in how many milliseconds a question.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const here = import.meta.dirname;
if (!existsSync(`${here}/node_modules`)) {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: here,
    stdio: 'ignore',
  });
}
const orama = await import('@orama/orama');
const { default: MiniSearch } = await import('minisearch');
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
  // 1: any word will do, as here.
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

const CANDIDATES = { Orama: withOrama, MiniSearch: withMiniSearch };
const found = [];
for (const judged of JSON.parse(await text(process.stdin))) {
  for (const [name, candidate] of Object.entries(CANDIDATES)) {
    const search = await candidate(judged);
    const answers = [];
    const begun = performance.now();
    for (const { q } of judged.questions) answers.push(await search(q));
    const milliseconds = (performance.now() - begun) / judged.questions.length;
    found.push({ name, locale: judged.locale, answers, milliseconds });
  }
}
process.stdout.write(JSON.stringify(found));
