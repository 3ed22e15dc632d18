import type { Person } from './people.js';

/** A process that clients call. */
export interface Place {
  readonly name: string;
  readonly url: string;
}

/** Who calls, and where: all that clients need to be at work. */
export interface Town {
  readonly people: readonly Person[];
  readonly apis: readonly Place[];
}
