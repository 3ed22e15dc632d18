import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';

/** Whoever was asked did not say yes. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';

  constructor() {
    super('Nothing was changed: you did not answer yes. (--yes answers beforehand.)');
  }
}

/** Asks on `output` and goes on only after `y` or `yes`. @throws NotConfirmed for anything else */
export async function confirm(question: string, input: Readable, output: Writable): Promise<void> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const reply = await Promise.race([lines.question(`${question} [y/N] `), ended]);
  lines.close();
  if (!/^y(es)?$/i.test(reply.trim())) throw new NotConfirmed();
}
