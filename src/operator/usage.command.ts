import type { DayUsage } from '../quota/usage.js';
import { accountsWithUsage } from './accounts-with-usage.js';
import { accountWithUsageAnswer } from './account-tables.js';
import { accountIdArgument, daysArgument } from './arguments.js';
import { barChart } from './bar-chart.js';
import type { CommandGroup } from './command-group.js';

const bars = (days: readonly DayUsage[]): string =>
  barChart(days.map(({ day, used }) => ({ label: day, value: used })));

/** `usage` (CONTRACT 10). */
export const usageCommand: CommandGroup = (program, desk, terminal) => {
  program
    .command('usage')
    .description('show what an account used of its limit today, and on the days before')
    .argument('<id>', 'the account', accountIdArgument)
    .option('--days <days>', 'how many UTC days before today', daysArgument, 30)
    .action(async (id: string, { days }: { days: number }) => {
      const { accounts, quota } = await (await desk()).services();
      const [account] = await accountsWithUsage(quota, [await accounts.show(id)]);
      const before = await quota.daysBefore(id, days);
      terminal.answer({
        json: { ...account!.usage, days: before },
        text: `${accountWithUsageAnswer(account!).text}\n${bars(before)}`,
      });
    });
};
