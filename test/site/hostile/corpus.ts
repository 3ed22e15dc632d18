import { ALLOWED, NOTICES } from './allowed.js';
import { ELEMENTS } from './elements.js';
import { FIELDS } from './fields.js';
import { FORMULAS } from './formulas.js';
import type { HostileDocument } from './hostile-document.js';
import { MARKERS } from './markers.js';
import { MUTATION } from './mutation.js';
import { NAMES } from './names.js';
import { SCHEMES } from './schemes.js';
import { SIZES } from './sizes.js';

/** Every hostile document, by the feature that it misuses. */
export const CORPUS: Readonly<Record<string, readonly HostileDocument[]>> = {
  elements: ELEMENTS,
  schemes: SCHEMES,
  mutation: MUTATION,
  names: NAMES,
  markers: MARKERS,
  fields: FIELDS,
  formulas: FORMULAS,
  allowed: ALLOWED,
  notices: NOTICES,
  sizes: SIZES,
};

/** Name and content of each document whose attack is in its content and whose size is ordinary. */
export const CONTENTS: readonly (readonly [name: string, content: string])[] = Object.entries(
  CORPUS,
)
  .filter(([kind]) => kind !== 'fields' && kind !== 'sizes')
  .flatMap(([, documents]) => documents)
  .map(({ name, fields }) => [name, String(fields['content'])]);
