import { Units } from './checker/books.js';
import { Ledger } from './checker/ledger.js';
import { checkHousekeeping } from './checker/pictures.js';
import type { Fault } from './faults/fault.js';
import { Cluster } from './cluster.js';
import { Random } from './random.js';
import { playRound, type RoundResult } from './round.js';
import { KnownDocuments } from './known-documents.js';

/** The faults and the size of a campaign, and the seed of its random numbers. */
export interface CampaignPlan {
  /** One fault per round. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Minimum number of requests in a round. */
  readonly operations: number;
}

const SLUGS = 8;
/**
 * Number of language codes that are reserved for private use (ISO 639-2: qaa to qtz). No such code names a language.
 */
const LANGUAGES = 520;
const LETTER_A = 97;

/** Plays the rounds of a plan in order, and passes each result to `tell`. Returns the number of removed pictures. */
export async function campaign(
  { faults, seed, operations }: CampaignPlan,
  tell: (result: RoundResult, round: number) => void,
): Promise<number> {
  const random = new Random(seed);
  const cluster = await Cluster.open();
  try {
    const stock = new Map<string, Buffer>();
    const state = {
      cluster,
      ledger: new Ledger(),
      units: new Units(),
      known: new KnownDocuments(),
    };
    for (const [index, fault] of faults.entries()) {
      const round = index + 1;
      const slugs = Array.from({ length: SLUGS }, (_, number) => `round-${round}-${number}`);
      const scenario = { round, locale: languageOf(index), slugs, stock };
      const chances = random.fork(`round ${round}`);
      const result = await playRound(state, fault, scenario, operations, chances);
      if (round < faults.length) {
        tell(result, round);
        continue;
      }
      const { removed, violations } = await checkHousekeeping(cluster);
      tell({ ...result, violations: [...result.violations, ...violations] }, round);
      return removed;
    }
    return 0;
  } finally {
    await cluster.close();
  }
}

function languageOf(index: number): string {
  const number = index % LANGUAGES;
  const letters = [LETTER_A + Math.floor(number / 26), LETTER_A + (number % 26)];
  return `q${String.fromCharCode(...letters)}`;
}
