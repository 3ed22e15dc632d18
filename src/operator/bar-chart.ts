const WIDTH = 50;

/** One bar of a chart. */
export interface Bar {
  readonly label: string;
  /** 0 or more. */
  readonly value: number;
}

/** Bars of which the longest is 50 characters; whatever is more than nothing can be seen. */
export function barChart(bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const labels = Math.max(0, ...bars.map(({ label }) => label.length));
  return bars
    .map(({ label, value }) => {
      const bar = '█'.repeat(Math.ceil((value / most) * WIDTH));
      return `${label.padEnd(labels)} ${bar}${bar && ' '}${value}`;
    })
    .join('\n');
}
