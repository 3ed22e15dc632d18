import { seeded } from '../documents.js';
import { Connection, type Request } from '../load.js';
import { pageRequest, Requests, searchRequest } from '../requests.js';
import type { Target } from '../stage.js';
import { CALLERS, type Phase } from './phase.js';
import { create, update } from './writes.js';

/** The publications of a growing database. */
export interface Population {
  readonly count: number;
  /** Id of the nth publication, counted from 0. */
  readonly id: (n: number) => string;
  readonly slug: (n: number) => string;
}

const PAGES_BEFORE = 999;
const PAGE = 20;

/** Makes the phases for the operations that must cost the same at each size, and for searches. */
export function growingPhases({ count, id, slug }: Population): readonly Phase[] {
  return [
    create,
    update,
    asking('read one', async (target, random) => {
      const requests = new Requests(target);
      return () => requests.read(id(Math.floor(random() * count)));
    }),
    asking('list, page 1', async (target) => {
      const requests = new Requests(target);
      return () => requests.list();
    }),
    asking('list, page 1,000 or the last', async (target) => {
      const requests = new Requests(target);
      const cursor = await deepCursor(target, requests, count);
      return () => requests.list({ cursor });
    }),
    asking('page', async (_target, random) => {
      return () => pageRequest(slug(Math.floor(random() * count)));
    }),
    searching('search, a word of all', () => 'all0'),
    searching('search, of a tenth', (random) => `tenth${Math.floor(random() * 10)}`),
    searching('search, of a thousandth', (random) => `thousandth${Math.floor(random() * 1_000)}`),
    searching('search, of a few', (random) => `own${Math.floor(random() * 10_000)}`),
    searching('search, eight words of all', () => EIGHT),
    searching('search, a question', question),
    searching('search, a question, one at a time', question, 1),
    searching('search, a phrase', (random) => {
      const n = Math.floor(random() * 10_000);
      return `"thousandth${n % 1_000} own${n}"`;
    }),
    searching('search, nothing found', (random) => `nowhere${Math.floor(random() * 1e9)}`),
    searchingOwn("search one's own, a question", question),
    searchingOwn("search one's own, eight words of all", () => EIGHT),
  ];
}

const EIGHT = Array.from({ length: 8 }, (_, n) => `all${n}`).join(' ');
/** Number of different words, whose frequencies follow Zipf's law. */
const ZIPF = 100_000;

/**
 * Makes a query of 5 to 20 words, like a question. Two words are fixed. The other words are as frequent as words in
 * texts.
 */
function question(random: Random): string {
  const length = 3 + Math.floor(random() * 16);
  const words = Array.from({ length }, () => `z${Math.floor(ZIPF ** random())}`);
  return ['how', 'all1', ...words].join(' ');
}

type Random = () => number;

function asking(
  name: string,
  asked: (target: Target, random: Random) => Promise<() => Request>,
  callers = CALLERS,
): Phase {
  return {
    name,
    server: 'service',
    callers,
    async begin({ target, connections }) {
      const next = await asked(target, seeded(CALLERS));
      return connections.map(({ finish }) => async () => {
        await finish(next());
        return true;
      });
    },
  };
}

function searching(name: string, word: (random: Random) => string, callers = CALLERS): Phase {
  return asking(name, async (_target, random) => () => searchRequest(word(random)), callers);
}

/**
 * Number of callers. The number is small, because an account may use only a few database connections. A statement waits
 * at most 2 s for a connection.
 */
const OWN_CALLERS = 4;

function searchingOwn(name: string, words: (random: Random) => string): Phase {
  const asked = async (target: Target, random: Random) => {
    const requests = new Requests(target);
    return () => requests.list({ q: encodeURIComponent(words(random)) });
  };
  return asking(name, asked, OWN_CALLERS);
}

/**
 * Returns the cursor after 1,000 pages of 20 publications. If there are fewer publications, returns the cursor before
 * the last 100 publications.
 */
async function deepCursor(target: Target, requests: Requests, count: number): Promise<string> {
  const limit = 100;
  const places = Math.min(PAGES_BEFORE * PAGE, count - limit);
  const connection = new Connection(target.origin);
  let query: Record<string, string | number> = { limit };
  for (let passed = 0; passed < places; passed += limit) {
    const page = await connection.json<{ nextCursor: string }>(requests.list(query));
    query = { limit, cursor: page.nextCursor };
  }
  await connection.close();
  return String(query['cursor']);
}
