import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../platform/ids/ids.js';

/** Writes a file, with its folder, so that nobody ever finds a part of it under its name. */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const unfinished = join(folder, `.${newId()}.tmp`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
