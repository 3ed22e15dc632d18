#!/usr/bin/env node
import { runCommand } from './operator/program.js';

// Ends without an error if the reader closes the pipe early, as in `imprimatur audit list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`imprimatur: The output could not be written (${error.code}).\n`);
  process.exit(1);
});

// Nest and TypeORM are loaded only when a command runs, so that the help appears without delay.
process.exitCode = await runCommand(process.argv.slice(2), async () => {
  const [{ CommandContext }, { CliModule }] = await Promise.all([
    import('./operator/command-context.js'),
    import('./cli.module.js'),
  ]);
  return new CommandContext((config, databaseUrl) => CliModule.register(config, databaseUrl));
});
