import type { Command } from 'commander';
import type { Desk } from './desk.js';
import type { Terminal } from './terminal.js';

/** Gets the desk, which is loaded for commands that are carried out and for nothing else. */
export type OpenDesk = () => Promise<Desk>;

/** Adds the commands of one noun; `terminal` is where they say what they found out. */
export type CommandGroup = (group: Command, desk: OpenDesk, terminal: Terminal) => void;
