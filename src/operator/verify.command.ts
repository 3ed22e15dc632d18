import type { Verification } from '../verify/verify-release.js';
import { factTable } from './answer.js';
import type { CommandGroup } from './command-context.js';
import { CommandFailed } from './terminal.js';

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** `verify` (contract 10, 15): needs neither service nor database, nor a setting. */
export const verifyCommand: CommandGroup = (program, _context, terminal) => {
  program
    .command('verify')
    .description(
      'check the Markdown of a released version, its signed record and the chain before it',
    )
    .argument('<file or url>', 'a .md file with the .jws files beside it, or the address of a page')
    .option(
      '--keys <file>',
      'the public keys; without it jwks.json beside the file, or of the site',
    )
    .action(async (source: string, { keys }: { readonly keys?: string }) => {
      // What reads files and checks signatures is loaded for this command alone.
      const verification = isAddress(source)
        ? await (await import('../verify/verify-url.js')).verifyUrl(source, keys)
        : await (await import('../verify/verify-file.js')).verifyFile(source, keys);
      terminal.answer(report(source, verification));
      const { failures } = verification;
      if (failures.length > 0)
        throw new CommandFailed(failures.map(({ message }) => message).join(' '));
    });
};

function report(source: string, { failures, record, records, withheld }: Verification) {
  const facts = {
    source,
    valid: failures.length === 0,
    failed: [...new Set(failures.map(({ part }) => part))],
    version: record?.version ?? null,
    address: record?.address ?? null,
    publisher: record?.publisher ?? null,
    approvedBy: record?.approvedBy ?? null,
    publishedAt: record?.publishedAt ?? null,
    records,
    withheld,
  };
  const text = factTable({
    ...facts,
    valid: facts.valid ? 'yes' : 'no',
    failed: facts.failed.join(', ') || null,
    withheld: withheld ? 'the chain goes on behind a record that is withheld' : null,
  });
  return { json: { ...facts, failures }, text };
}
