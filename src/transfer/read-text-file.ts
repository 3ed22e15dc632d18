import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** 200,000 characters of content take 800 KB at most, and front matter has its own limits. */
const MOST_BYTES = 1_048_576;

/** A file whose text can not be taken; the message ends a sentence that begins with the file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * Reads a text file whole.
 * @throws UnreadableFile if it is too large, not UTF-8, not a file (any more), or may not be read
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    // Takes a byte order mark off.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('is not UTF-8 text');
  }
}

async function readBytes(path: string): Promise<Buffer> {
  // What was a file a moment ago may be a link or a pipe now.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`can not be opened (${error.code})`);
  });
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw new UnreadableFile(`is larger than ${MOST_BYTES} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
