import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.js';
import { runComparison } from './comparison.js';
import { profile } from './profile.js';
import { report } from './report.js';

const OUTPUT = join(import.meta.dirname, 'performance');

/** Compares every phase with the other servers, or profiles one phase. */
async function main(): Promise<void> {
  const { extent, phases, profiled } = readArguments();
  if (profiled) {
    process.stdout.write(await profile(profiled, join(OUTPUT, 'profile')));
    return;
  }
  const text = report(await runComparison(phases, extent));
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(join(OUTPUT, 'performance.md'), text);
  process.stdout.write(`${text}\nWritten to ${OUTPUT}.\n`);
}

const name = process.argv[2];
if (name === undefined || name.startsWith('-')) {
  await main();
} else {
  // Another program of this folder, which reads the arguments after its name.
  process.argv.splice(2, 1);
  await import(`./${name}.js`);
}
