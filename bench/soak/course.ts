import { type Reading, type Unit, UNITS } from './probe.js';
import { type Point, type Trend, trendOf } from './trend.js';

/** The values of one figure during a soak. */
export interface Course {
  readonly name: string;
  readonly unit: Unit;
  readonly points: readonly Point[];
}

export interface Sample {
  readonly hours: number;
  readonly readings: readonly Reading[];
}

/**
 * Groups the readings by unit and name. Leaves out values that are not numbers, such as the values of an empty table.
 */
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

/**
 * Returns the trend of the last two thirds of a course. The first third is left out, because caches fill during this
 * time.
 */
export function laterTrend({ points }: Course): Trend {
  return trendOf(points.slice(Math.floor(points.length / 3)));
}
