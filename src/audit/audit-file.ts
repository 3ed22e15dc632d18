import { open, stat } from 'node:fs/promises';
import { type ReadLine, readAuditLine } from './audit-lines.js';

/**
 * Number of bytes, counted from the end of the file, in which the last line is searched for. Every line is much
 * shorter, because the longest text in a line is a note, and a note has at most 2,000 characters.
 */
const MAX_LINE = 1024 * 1024;
const LINE_END = 0x0a;

/**
 * Reads the last line of an exported audit; `null` if the file is empty.
 * @throws Error if the file cannot be opened or is not a regular file, or if the line is incomplete or was changed
 */
export async function lastLineOf(path: string): Promise<ReadLine | null> {
  const refuse = ({ code }: NodeJS.ErrnoException): never => {
    throw new Error(`${path} cannot be opened (${code}).`);
  };
  // A pipe has the size 0, so it would count as an empty file. Opening a pipe can also wait for ever.
  if (!(await stat(path).catch(refuse)).isFile()) {
    throw new Error(`${path} must be a regular file, not a folder, a pipe or a device.`);
  }
  const file = await open(path).catch(refuse);
  try {
    const { size } = await file.stat();
    if (size === 0) return null;
    const length = Math.min(size, MAX_LINE);
    const end = Buffer.alloc(length);
    await file.read(end, 0, length, size - length);
    const text = end.subarray(0, end.lastIndexOf(LINE_END));
    const line = readAuditLine(text.subarray(text.lastIndexOf(LINE_END) + 1));
    if (!line || end.at(-1) !== LINE_END) {
      throw new Error(
        `The last line of ${path} is incomplete: remove it, then continue after the line before it.`,
      );
    }
    return line;
  } finally {
    await file.close();
  }
}
