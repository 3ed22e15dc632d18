import { Units } from './checker/books.js';
import { Ledger } from './checker/ledger.js';
import { checkHousekeeping } from './checker/pictures.js';
import type { Fault } from './faults/fault.js';
import { Cluster } from './cluster.js';
import { Random } from './random.js';
import { playRound, type RoundResult } from './round.js';
import { KnownDocuments } from './known-documents.js';

/** How much, and from which chances. */
export interface CampaignPlan {
  /** One a round. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Requests of a round at least. */
  readonly operations: number;
}

const SLUGS = 8;
/** Codes for private use, which name no language (ISO 639-2, qaa–qtz). */
const LANGUAGES = 520;
const LETTER_A = 97;

/** Plays the rounds of a plan one after the other; `tell` hears of each. Gives the pictures that nothing named at the end. */
export async function campaign(
  { faults, seed, operations }: CampaignPlan,
  tell: (result: RoundResult, round: number) => void,
): Promise<number> {
  const random = new Random(seed);
  const cluster = await Cluster.open();
  try {
    const state = {
      cluster,
      ledger: new Ledger(),
      units: new Units(),
      known: new KnownDocuments(),
      stock: new Map<string, Buffer>(),
    };
    for (const [index, fault] of faults.entries()) {
      const round = index + 1;
      const slugs = Array.from({ length: SLUGS }, (_, number) => `round-${round}-${number}`);
      const scenario = { round, locale: languageOf(index), slugs };
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
