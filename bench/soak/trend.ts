/** A figure, and the time of its reading in hours. */
export interface Point {
  readonly hours: number;
  readonly value: number;
}

export interface Trend {
  /** Change per hour. */
  readonly slope: number;
  /** Twice the standard error of the slope. */
  readonly margin: number;
  readonly verdict: 'flat' | 'grows' | 'not clear';
}

/** Maximum rise of a flat figure per hour, relative to its mean. */
const FLAT = 0.1;

/**
 * Fits a straight line to points (least squares). The verdict is `flat` if slope plus margin is at most a tenth of the
 * mean per hour. A trend that is not flat is `grows` if slope minus margin is above 0, and `not clear` in the other
 * cases.
 */
export function trendOf(points: readonly Point[]): Trend {
  const count = points.length;
  const hours = mean(points.map((point) => point.hours));
  const level = mean(points.map((point) => point.value));
  const spread = total(points, (point) => (point.hours - hours) ** 2);
  const slope =
    total(points, (point) => (point.hours - hours) * (point.value - level)) / (spread || 1);
  const rest = total(points, (point) => (point.value - level - slope * (point.hours - hours)) ** 2);
  const margin = 2 * Math.sqrt(rest / Math.max(1, count - 2) / (spread || 1));
  if (slope + margin <= Math.abs(level) * FLAT) return { slope, margin, verdict: 'flat' };
  return { slope, margin, verdict: slope - margin > 0 ? 'grows' : 'not clear' };
}

const total = (points: readonly Point[], of: (point: Point) => number): number =>
  points.reduce((sum, point) => sum + of(point), 0);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
