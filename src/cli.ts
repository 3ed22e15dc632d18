#!/usr/bin/env node
import { runCommand } from './operator/run-command.js';

// Nest and TypeORM are loaded only for a command that is carried out: help answers at once.
process.exitCode = await runCommand(process.argv.slice(2), async () => {
  const [{ Desk }, { CliModule }] = await Promise.all([
    import('./operator/desk.js'),
    import('./cli.module.js'),
  ]);
  return new Desk((config, databaseUrl) => CliModule.register(config, databaseUrl));
});
