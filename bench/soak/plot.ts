import { type Course } from './course.js';
import type { Point } from './trend.js';
import { type Unit } from './probe.js';

const WIDTH = 760;
const LEFT = 60;
const RIGHT = 230;
const HEIGHT = 130;
const GAP = 46;
const COLOURS = ['#2f6f8f', '#b5653a', '#4f8f4a', '#8a4f9e', '#c29a1c'];
/** Plotted units, with titles. */
const PANELS: readonly (readonly [Unit, string])[] = [
  ['MiB', 'memory, MiB'],
  ['files', 'open files and sockets'],
  ['connections', 'database connections'],
  ['% of rows', 'dead rows, %'],
];

/** Draws the courses of a soak as an SVG. The SVG has one panel per unit, and each axis begins at 0. */
export function soakPlot(courses: readonly Course[]): string {
  const panels = PANELS.map(([unit, title], index) => {
    const shown = courses.filter((course) => course.unit === unit);
    return panel(title, shown, 30 + index * (HEIGHT + GAP));
  });
  const height = 30 + PANELS.length * (HEIGHT + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Memory, open files, connections and dead rows over the time of a soak">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...panels.flat(),
    '</svg>\n',
  ].join('\n');
}

function panel(title: string, courses: readonly Course[], top: number): string[] {
  const points = courses.flatMap((course) => course.points);
  const most = Math.max(1, ...points.map(({ value }) => value)) * 1.1;
  const end = Math.max(...points.map(({ hours }) => hours));
  const [bottom, right] = [top + HEIGHT, WIDTH - RIGHT];
  const place = ({ hours, value }: Point): string => {
    const x = LEFT + ((right - LEFT) * hours) / end;
    return `${x.toFixed(1)},${(bottom - (HEIGHT * value) / most).toFixed(1)}`;
  };
  return [
    `<text x="${LEFT}" y="${top - 8}" font-weight="bold">${title}</text>`,
    `<path d="M${LEFT} ${top}V${bottom}H${right}" fill="none" stroke="#444"/>`,
    `<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end">${most.toFixed(0)}</text>`,
    `<text x="${LEFT - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${right}" y="${bottom + 15}" text-anchor="end">${(end * 60).toFixed(1)} min</text>`,
    ...courses.flatMap(({ name, points: line }, index) => {
      const colour = COLOURS[index % COLOURS.length]!;
      return [
        `<polyline points="${line.map(place).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
        `<text x="${right + 12}" y="${top + 12 + index * 18}" fill="${colour}">${name}</text>`,
      ];
    }),
  ];
}
