import type { Comparison } from './measure.js';
import { cpuOf } from './report.js';

const ROW = 22;
const TOP = 52;
const LABELS = 215;
const BARS = 230;
const GAP = 70;

/** A group of bars with one colour and one left edge. */
interface Panel {
  readonly title: string;
  readonly left: number;
  readonly colour: string;
  readonly values: readonly number[];
}

/**
 * Draws an SVG with the ratios of the service to the floor. A higher ratio of the throughput is better, and a lower
 * ratio of the CPU time is better.
 */
export function chart(comparisons: readonly Comparison[]): string {
  const height = TOP + comparisons.length * ROW + 12;
  const width = LABELS + 2 * (BARS + GAP);
  const labels = comparisons.map(({ phase }, row) => text(LABELS - 10, row, phase, 'end'));
  const panels = [
    panel({
      title: 'throughput ÷ floor (more is better)',
      left: LABELS,
      colour: '#2f6f8f',
      values: comparisons.map(({ service, floor }) => service.throughput / floor.throughput),
    }),
    panel({
      title: 'CPU an operation ÷ floor (less is better)',
      left: LABELS + BARS + GAP,
      colour: '#b5653a',
      values: comparisons.map(({ service, floor }) => cpuOf(service) / cpuOf(floor)),
    }),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Throughput and CPU of each phase, relative to the floor">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...labels,
    ...panels.flat(),
    '</svg>\n',
  ].join('\n');
}

/** Draws a panel. The dashed line at 1 marks the floor. */
function panel({ title, left, colour, values }: Panel): string[] {
  const scale = BARS / Math.max(1, ...values);
  const floor = left + scale;
  const bottom = TOP + values.length * ROW;
  return [
    `<text x="${left}" y="24" font-weight="bold">${title}</text>`,
    ...values.flatMap((value, row) => [
      `<rect x="${left}" y="${TOP + row * ROW}" width="${(value * scale).toFixed(1)}" height="${ROW - 6}" fill="${colour}"/>`,
      text(left + value * scale + 5, row, value.toFixed(2), 'start'),
    ]),
    `<line x1="${floor}" x2="${floor}" y1="${TOP - 8}" y2="${bottom}" stroke="#444" stroke-dasharray="4 3"/>`,
    `<text x="${floor}" y="${TOP - 11}" text-anchor="middle" fill="#444">1</text>`,
  ];
}

function text(x: number, row: number, content: string, anchor: 'start' | 'end'): string {
  return `<text x="${x.toFixed(1)}" y="${TOP + row * ROW + 12}" text-anchor="${anchor}" fill="#222">${content}</text>`;
}
