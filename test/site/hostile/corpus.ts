import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostileDocument, texts } from './hostile-document.js';
import { SIZES } from './sizes.js';

type Fields = HostileDocument['fields'];

/** The attacks of ordinary size, by the feature that they misuse. All but those of `fields` are in the content. */
const { elements, schemes, mutation, names, markers, fields, formulas, allowed, notices } =
  JSON.parse(readFileSync(join(import.meta.dirname, 'documents.json'), 'utf8')) as Record<
    string,
    Readonly<Record<string, string>>
  > & { fields: Readonly<Record<string, Fields>> };

/** Every hostile document, by the feature that it misuses. */
export const CORPUS: Readonly<Record<string, readonly HostileDocument[]>> = {
  elements: texts(elements!),
  schemes: texts(schemes!),
  mutation: texts(mutation!),
  names: texts(names!),
  markers: texts(markers!),
  fields: Object.entries(fields).map(([name, attack]) => ({ name, fields: attack })),
  formulas: texts(formulas!),
  allowed: texts(allowed!),
  notices: texts(notices!),
  sizes: SIZES,
};

/** Name and content of each document whose attack is in its content and whose size is ordinary. */
export const CONTENTS: readonly (readonly [name: string, content: string])[] = Object.entries(
  CORPUS,
)
  .filter(([kind]) => kind !== 'fields' && kind !== 'sizes')
  .flatMap(([, documents]) => documents)
  .map(({ name, fields: { content } }) => [name, String(content)]);
