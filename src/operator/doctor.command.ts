import type { CommandGroup } from './command-group.js';
import { examine, type Finding } from './examination.js';

/** Something is wrong; the findings, printed before, say what. */
class FaultsFound extends Error {
  override readonly name = 'FaultsFound';

  constructor(checks: readonly string[]) {
    super(`Something is wrong with: ${checks.join(', ')}.`);
  }
}

const markOf = (ok: boolean | null): string => (ok === null ? '–' : ok ? 'ok' : 'WRONG');

const line = ({ check, ok, found, advice }: Finding): string =>
  `${markOf(ok).padEnd(5)} ${check.padEnd(13)} ${found}.${advice ? ` ${advice}` : ''}`;

/** `doctor` (CONTRACT 10). */
export const doctorCommand: CommandGroup = (program, desk, terminal) => {
  program
    .command('doctor')
    .description(
      'check configuration, database, migrations and queue; exit status 1 if anything is wrong',
    )
    .action(async () => {
      const findings = await examine(await desk());
      const faulty = findings.filter(({ ok }) => ok === false).map(({ check }) => check);
      terminal.answer({
        json: { ok: faulty.length === 0, checks: findings },
        text: findings.map(line).join('\n'),
      });
      if (faulty.length > 0) throw new FaultsFound(faulty);
    });
};
