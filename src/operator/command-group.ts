import type { Command } from 'commander';
import type { Answer } from './answer.js';
import type { Desk } from './desk.js';

/** Gets the desk, which is loaded for commands that are carried out and for nothing else. */
export type OpenDesk = () => Promise<Desk>;

/** Adds the commands of one noun; `answer` prints what a command found out. */
export type CommandGroup = (
  group: Command,
  desk: OpenDesk,
  answer: (answer: Answer) => void,
) => void;
