import type { House } from '../house.js';
import type { Random } from '../random.js';

/** Something that goes wrong in the middle of the work. The house heals afterwards. */
export interface Fault {
  readonly name: string;
  /** What has to be done while all is quiet. */
  prepare?(house: House): Promise<void>;
  /** Resolves when the worst is over. */
  strike(house: House, random: Random): Promise<void>;
}
