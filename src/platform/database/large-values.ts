/** Joins large values of several rows into one parameter. In an array, the driver copies each element twice. */
export class LargeValues {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  /** Adds the values of one column. Returns the range of each in `bytes()`, for an `int4range[]` parameter. */
  add(column: readonly (string | Uint8Array)[]): string[] {
    return column.map((value) => {
      const part = typeof value === 'string' ? Buffer.from(value) : value;
      const start = this.length + 1;
      this.parts.push(part);
      this.length += part.length;
      return `[${start},${this.length + 1})`;
    });
  }

  /** The `bytea` parameter with all values. */
  bytes(): Buffer {
    return Buffer.concat(this.parts, this.length);
  }
}

/** SQL for the bytes of the parameter `$values` in the range `place`, an expression of type `int4range`. */
export const largeBytes = (values: string, place: string): string =>
  `coalesce(substring((SELECT $${values}::bytea) FROM lower(${place}) FOR upper(${place}) - lower(${place})), '')`;

/** SQL for the text of the parameter `$values` in the range `place`, an expression of type `int4range`. */
export const largeText = (values: string, place: string): string =>
  `convert_from(${largeBytes(values, place)}, 'UTF8')`;
