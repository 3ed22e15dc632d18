import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFailure, Part } from './verify-release.js';

/** The files of a folder of evidence, and the failures found so far. */
export class EvidenceOnDisk {
  readonly failures: FileFailure[] = [];

  constructor(private readonly path: string) {}

  fail(file: string, part: Part, message: string): void {
    this.failures.push({ file, part, message });
  }

  bytes(file: string): Promise<Buffer> {
    return readFile(join(this.path, file));
  }

  /**
   * Reads a file of JSON with these members, in this order. Reports the file and returns `null` if a byte of it differs
   * from what the service would write for the same value.
   */
  async json<T extends object>(
    file: string,
    part: Part,
    members: readonly (keyof T & string)[],
  ): Promise<T | null> {
    const text = await this.bytes(file).then(String, () => undefined);
    try {
      const value = JSON.parse(text ?? '') as T | null;
      if (text === jsonText(value) && hasMembers(value, members)) return value;
    } catch {
      // Invalid JSON is reported below, as is JSON with other members or other bytes.
    }
    this.fail(file, part, text === undefined ? 'It is missing.' : 'It is not as it was written.');
    return null;
  }
}

/** Serialises JSON as the service writes it into a folder of evidence. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Whether a value is an object with exactly these members, in this order. */
export const hasMembers = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join(' ') === names.join(' ');
