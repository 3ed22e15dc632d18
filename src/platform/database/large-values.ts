/**
 * Joins large values of several rows into one parameter. In an array parameter, the driver would copy each value twice.
 */
export class LargeValues {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  /**
   * Adds the values of one column. Returns the ranges of these values within `bytes()`, for a parameter of type
   * `int4range[]`.
   */
  add(column: readonly (string | Uint8Array)[]): string[] {
    return column.map((value) => {
      const part = typeof value === 'string' ? Buffer.from(value) : value;
      const start = this.length + 1;
      this.parts.push(part);
      this.length += part.length;
      return `[${start},${this.length + 1})`;
    });
  }

  /** Makes the `bytea` parameter: all added values, one after another. */
  bytes(): Buffer {
    return Buffer.concat(this.parts, this.length);
  }
}

/**
 * Makes SQL for one value as `bytea`. `values` is the name of the parameter for `bytes()`, and `place` is SQL for an
 * `int4range`.
 */
export const largeBytes = (values: string, place: string): string =>
  `coalesce(substring((SELECT $${values}::bytea) FROM lower(${place}) FOR upper(${place}) - lower(${place})), '')`;

/**
 * Makes SQL for one value as text. `values` is the name of the parameter for `bytes()`, and `place` is SQL for an
 * `int4range`.
 */
export const largeText = (values: string, place: string): string =>
  `convert_from(${largeBytes(values, place)}, 'UTF8')`;
