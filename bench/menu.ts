import { Connection } from './load.js';
import { type Figures, measure, medians, warmUp } from './measure.js';
import { pageSlug } from './phases/many-pages.js';
import { CALLERS, type Phase } from './phases/phase.js';
import { page } from './phases/site.js';
import { cpuOf, table } from './report.js';
import { pageRequest } from './requests.js';
import { openStage, type Target } from './stage.js';

/** Number of entries of the menu, which is page `ENTRIES`. */
const ENTRIES = 300;
/** Number of rounds with and without the menu. */
const ROUNDS = Number(process.argv[2] ?? 5);
const SLUGS = Array.from({ length: ENTRIES }, (_, n) => pageSlug(n));
const MENU = `
  WITH menu AS (SELECT publication_id FROM page WHERE locale = 'en' AND slug = '${pageSlug(ENTRIES)}'),
       written AS (UPDATE released_version SET html = $1 WHERE publication_id IN (SELECT publication_id FROM menu))
  INSERT INTO site_place (kind, locale, publication_id) SELECT 'menu', 'en', publication_id FROM menu`;
/** Changes the state of the pages in the menu, so that no kept answer is current. */
const TOUCH = `UPDATE page SET sitemap_part = sitemap_part WHERE locale = 'en' AND slug = ANY ($1)`;

const html = `<ul>${SLUGS.map((slug, n) => `<li><a href="/en/${slug}">A chapter about a thing, part ${n}</a></li>`).join('')}</ul>`;

/** Reads each page in the menu once, before it is kept. */
const made: Phase = {
  name: 'page, not in memory',
  server: 'service',
  callers: CALLERS,
  async begin({ target, connections }) {
    await target.sql.query(TOUCH, [SLUGS]);
    const slugs = SLUGS.values();
    return connections.map(({ finish }) => async () => {
      const { value } = slugs.next();
      if (value !== undefined) await finish(pageRequest(value));
      return value !== undefined;
    });
  },
};

async function setMenu({ sql }: Target, isSet: boolean): Promise<void> {
  await sql.query('DELETE FROM site_place');
  if (isSet) await sql.query(MENU, [html]);
}

/** Returns the number of bytes of a page as a browser receives them. */
async function bytesOf({ origin }: Target): Promise<number> {
  const connection = new Connection(origin);
  const { body } = await connection.send(pageRequest(SLUGS[0]!));
  const { byteLength } = await body.arrayBuffer();
  await connection.close();
  return byteLength;
}

const stage = await openStage();
try {
  const { service } = stage.targets;
  await page.prepare!(service);
  const rows: string[][] = [];
  for (const [phase, seconds] of [
    [page, 1.5],
    [made, 10],
  ] as const) {
    const figures: [Figures[], Figures[]] = [[], []];
    let bytes = '';
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const isSet of round % 2 === 0 ? [false, true] : [true, false]) {
        await setMenu(service, isSet);
        await warmUp(stage, phase, service, 0.5);
        const found = await measure(stage, phase, service, seconds);
        if (round >= 0) figures[Number(isSet)]!.push(found);
        if (isSet) bytes = String(await bytesOf(service));
      }
    }
    const [without, beside] = figures.map(medians);
    const cells = [without!, beside!].flatMap(({ serverCpu, databaseCpu }) => [
      serverCpu.toFixed(3),
      databaseCpu.toFixed(3),
    ]);
    rows.push([phase.name, ...cells, (cpuOf(beside!) / cpuOf(without!)).toFixed(2), bytes]);
  }
  const cpu = ['service', 'PostgreSQL'];
  const head = ['CPU ms', ...cpu, ...cpu.map((of) => `${of}, with menu`), '×', 'bytes'];
  process.stdout.write(`${table(head, rows).join('\n')}\n`);
} finally {
  await stage.close();
}
