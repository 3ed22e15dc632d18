/** Large values of several rows as one parameter. The driver would copy each element of an array twice. */
export class LargeValues {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  /** Adds the values of one column; returns a parameter with the range of each. */
  add(column: readonly (string | Uint8Array)[]): string[] {
    return column.map((value) => {
      const part = typeof value === 'string' ? Buffer.from(value) : value;
      const start = this.length + 1;
      this.parts.push(part);
      this.length += part.length;
      return `[${start},${this.length + 1})`;
    });
  }

  /** The parameter that holds all values. */
  bytes(): Buffer {
    return Buffer.concat(this.parts, this.length);
  }
}

/** The bytes at `place`, an `int4range` of the parameter `$values`. */
export const largeBytes = (values: string, place: string): string =>
  `coalesce(substring((SELECT $${values}::bytea) FROM lower(${place}) FOR upper(${place}) - lower(${place})), '')`;

/** The text at `place`, an `int4range` of the parameter `$values`. */
export const largeText = (values: string, place: string): string =>
  `convert_from(${largeBytes(values, place)}, 'UTF8')`;
