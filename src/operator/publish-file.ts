import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  Imprimatur,
  type NewPublication,
  type Publication,
  type PublicationView,
} from '../../clients/typescript/src/client.js';
import { readDocument } from '../transfer/read-document.js';
import { CommandFailed } from './terminal.js';

/**
 * Creates or updates the document of a file, then publishes it. Does not publish if the saved revision is already
 * public, or if a release is in flight.
 * @throws CommandFailed, ProblemError, NoAnswerError
 */
export async function publishFile(
  file: string,
  url: string,
  key: string,
  wait: boolean,
): Promise<Publication | PublicationView> {
  const document = await documentOf(file);
  const imprimatur = new Imprimatur({ url, key });
  const saved = await save(imprimatur, document);
  const isPublic = saved.publishedVersion === saved.version && saved.state === 'published';
  if (!isPublic && saved.state !== 'publishing') {
    await imprimatur.publish(saved.id, { expectedVersion: saved.version });
  }
  return wait ? imprimatur.settled(saved.id) : imprimatur.read(saved.id, { view: 'summary' });
}

/**
 * Reads the document of a file as an import does. If the file has no locale, the name of its folder can be the locale.
 */
async function documentOf(file: string): Promise<NewPublication> {
  const folder = dirname(resolve(file));
  const read = await readDocument(dirname(folder), join(basename(folder), basename(file)));
  if ('fault' in read) throw new CommandFailed(`${file} ${read.fault.message}.`);
  const { input, content, slugs } = read;
  // The fields are not checked here, because the service reports missing and wrong fields.
  return { slug: slugs[0], ...input, content } as NewPublication;
}

async function save(
  imprimatur: Imprimatur,
  document: NewPublication,
): Promise<Publication | PublicationView> {
  const { locale, slug } = document;
  if (!locale)
    throw new CommandFailed(
      'The file names no locale: write `locale: en` above it, or put it into a folder en/.',
    );
  for await (const { id } of imprimatur.list({ locale, slug })) {
    const current = await imprimatur.read(id);
    const changes = Object.entries(document).filter(
      ([name, value]) => !isDeepStrictEqual(value, current[name as keyof PublicationView]),
    );
    if (changes.length === 0) return current;
    const change = { expectedVersion: current.version, ...Object.fromEntries(changes) };
    return imprimatur.update(id, change);
  }
  return imprimatur.create(document);
}
