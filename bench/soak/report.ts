import { table, whole } from '../report.js';
import { type Course, laterTrend } from './course.js';

/**
 * Formats a soak as Markdown. The report shows each figure at four moments, and its trend in the last two thirds of the
 * soak.
 */
export function soakReport(facts: Readonly<Record<string, string>>, courses: readonly Course[]) {
  const head = ['', 'unit', 'start', 'a third', 'two thirds', 'end', 'slope an hour', ''];
  return [
    ...Object.entries(facts).map(([name, fact]) => `- ${name}: ${fact}`),
    '',
    ...table(head, courses.map(row)),
    '',
  ].join('\n');
}

function row(course: Course): string[] {
  const { name, unit, points } = course;
  const moments = [0, 1, 2, 3].map((third) => {
    return number(points[Math.round(((points.length - 1) * third) / 3)]!.value);
  });
  const { slope, margin, verdict } = laterTrend(course);
  const sign = slope < 0 ? '−' : '+';
  const movement = `${sign}${number(Math.abs(slope))} ± ${number(margin)}`;
  return [name, unit, ...moments, movement, verdict];
}

const number = (value: number): string => (value < 100 ? value.toFixed(1) : whole(value));
