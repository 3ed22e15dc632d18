import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { HELD_BACK, JUDGED, type JudgedLocale } from '../test/search/collection/collections.js';
import { ndcg } from '../test/search/collection/ndcg.js';
import { Connection } from './load.js';
import { table } from './report.js';
import { Requests } from './requests.js';
import { openStage, type Target } from './stage.js';
import { release } from './phases/releases.js';

/** Results of one search engine for the questions of a locale, and its mean time per question. */
interface Found {
  readonly name: string;
  readonly locale: string;
  readonly answers: readonly (readonly string[])[];
  readonly milliseconds: number;
}

const RUN = join(import.meta.dirname, '../../bench/searchers/run.mjs');

async function publishAll(target: Target, { documents }: JudgedLocale): Promise<void> {
  const connection = new Connection(target.origin);
  const requests = new Requests(target);
  for (const { locale, slug, title, text } of documents) {
    const whole = { locale, slug, title, content: text };
    const { id } = await connection.json<{ id: string }>(requests.createOf(whole));
    await release(connection, requests, id, 1);
  }
  await connection.close();
}

async function ask({ origin }: Target, { locale, questions }: JudgedLocale): Promise<Found> {
  const answers: string[][] = [];
  const begun = performance.now();
  for (const { q } of questions) {
    const query = new URLSearchParams({ q, locale });
    const response = await fetch(`${origin}/search.json?${query}`);
    const { hits } = (await response.json()) as { hits: { slug: string }[] };
    answers.push(hits.map(({ slug }) => slug));
  }
  const milliseconds = (performance.now() - begun) / questions.length;
  return { name: 'this service', locale, answers, milliseconds };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function cell(found: Found, { questions }: JudgedLocale): string {
  const each = questions.map(({ grades }, place) => ndcg(found.answers[place]!, grades));
  return `${mean(each).toFixed(2)}, ${found.milliseconds.toFixed(1)}`;
}

const [english, ...others] = JUDGED;
/** The English collection together with the held-back collection. */
const both: JudgedLocale = {
  locale: 'en',
  documents: [...english!.documents, ...HELD_BACK.documents],
  questions: [...english!.questions, ...HELD_BACK.questions],
};
const judged = [both, ...others];
const stage = await openStage();
try {
  const { service } = stage.targets;
  const found: Found[] = [];
  for (const each of judged) await publishAll(service, each);
  await service.sql.query('VACUUM (ANALYZE)');
  for (const each of judged) {
    await ask(service, each);
    found.push(await ask(service, each));
  }
  const output = execFileSync(process.execPath, [RUN], { input: JSON.stringify(judged) });
  found.push(...(JSON.parse(output.toString()) as Found[]));
  const names = [...new Set(found.map(({ name }) => name))];
  const cellOf = (name: string, each: JudgedLocale): string =>
    cell(
      found.find((one) => one.name === name && one.locale === each.locale)!,
      each,
    );
  const rows = judged.map((each) => [each.locale].concat(names.map((name) => cellOf(name, each))));
  const head = ['locale', ...names.map((name) => `${name}: nDCG@10, ms`)];
  process.stdout.write(`${table(head, rows).join('\n')}\n`);
} finally {
  await stage.close();
}
