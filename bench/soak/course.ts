import { type Reading, type Unit, UNITS } from './probe.js';
import { type Point, type Trend, trendOf } from './trend.js';

/** One figure from the beginning to the end. */
export interface Course {
  readonly name: string;
  readonly unit: Unit;
  readonly points: readonly Point[];
}

/** All that was read at one moment. */
export interface Sample {
  readonly hours: number;
  readonly readings: readonly Reading[];
}

/** Puts together what belongs to one name, by unit. What is not a number yet, as of an empty table, is left out. */
export function coursesOf(samples: readonly Sample[]): Course[] {
  const courses = new Map<string, Course & { points: Point[] }>();
  for (const { hours, readings } of samples) {
    for (const { name, unit, value } of readings) {
      if (!Number.isFinite(value)) continue;
      const key = `${unit} ${name}`;
      if (!courses.has(key)) courses.set(key, { name, unit, points: [] });
      courses.get(key)!.points.push({ hours, value });
    }
  }
  return [...courses.values()].toSorted((a, b) => UNITS.indexOf(a.unit) - UNITS.indexOf(b.unit));
}

/** How a figure moves in the last two thirds: the first is for caches to fill. */
export function laterTrend({ points }: Course): Trend {
  return trendOf(points.slice(Math.floor(points.length / 3)));
}
