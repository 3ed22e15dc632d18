import { type Edit, MAX_CONTENT_UNITS } from '../../documents/edits.js';
import type { Fault } from '../../platform/validation/fault.js';
import { unknownField } from '../../platform/validation/shape.js';
import { booleanRule, listRule, type Rule, textRule } from '../../platform/validation/rule.js';
import { type InputField, Member, type Presence } from './member.js';

const MAX_EDITS = 100;
const MAX_FIND_LENGTH = 20_000;
const MAX_TEXT_LENGTH = 200_000;

/** Rule and schema of each member of an edit. `isForm` checks how members are combined. */
const MEMBERS: Readonly<Record<keyof Edit, { rule: Rule; schema: object }>> = {
  find: {
    rule: textRule({ min: 1, max: MAX_FIND_LENGTH }),
    schema: {
      type: 'string',
      maxLength: MAX_FIND_LENGTH,
      description:
        'Text to replace, copied exactly; it must occur only once, unless the field all is true.',
    },
  },
  section: {
    rule: textRule({ min: 1, max: 1_000, oneLine: true }),
    schema: {
      type: 'string',
      description:
        'Id of a section, from the outline. With the field find: search only this section.',
    },
  },
  replace: {
    rule: textRule({ min: 0, max: MAX_TEXT_LENGTH }),
    schema: {
      type: 'string',
      description: 'Replacement for the found text, or for the section including its heading.',
    },
  },
  append: {
    rule: textRule({ min: 1, max: MAX_TEXT_LENGTH }),
    schema: {
      type: 'string',
      description: 'Markdown block to add at the end of the section, or of the document.',
    },
  },
  all: {
    rule: booleanRule,
    schema: { type: 'boolean', description: 'Replace every occurrence of find.' },
  },
};

const FORMS =
  'must be {find, replace}, {section, replace}, {section, append} or {append}; a change with find may also have the fields section and all';

const EDITS: InputField = {
  rule: (value) =>
    Array.isArray(value) && value.length === 0
      ? `must have 1 to ${MAX_EDITS} items`
      : listRule(MAX_EDITS)(value),
  schema: {
    type: 'array',
    description:
      'Changes to parts of the content, instead of the field content: {find, replace}, {section, replace}, {section, append} or {append}. All are made, or none. Needs the scope read.',
    minItems: 1,
    maxItems: MAX_EDITS,
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(MEMBERS).map(([name, { schema }]) => [name, schema]),
      ),
      additionalProperties: false,
    },
    examples: [[{ find: 'teh', replace: 'the' }]],
  },
};

export const Edits = (presence: Presence): PropertyDecorator => Member(EDITS, presence);

/** Finds all faults in the members of edits, each with its path. The rule of `EDITS` checks the list itself. */
export function editsFaults(edits: unknown): Fault[] {
  if (!Array.isArray(edits)) return [];
  const faults = edits
    .slice(0, MAX_EDITS)
    .flatMap((edit: unknown, index) => editFaults(edit, `edits[${index}]`));
  if (edits.length > MAX_EDITS || faults.length > 0) return faults;
  // Too much text is refused here, before the request waits for a thread, because waiting requests keep their text in
  // memory. The content that such edits make would be too long in any case.
  if (textsUnits(edits as Edit[]) <= MAX_CONTENT_UNITS) return [];
  return [
    { field: 'edits', message: `must insert at most ${MAX_TEXT_LENGTH} characters in total` },
  ];
}

const textsUnits = (edits: readonly Edit[]): number =>
  edits.reduce((sum, { replace = '', append = '' }) => sum + replace.length + append.length, 0);

const isKnown = (name: string): name is keyof Edit => Object.hasOwn(MEMBERS, name);

function editFaults(edit: unknown, path: string): Fault[] {
  if (typeof edit !== 'object' || edit === null || Array.isArray(edit)) {
    return [{ field: path, message: FORMS }];
  }
  const faults = Object.entries(edit).flatMap(([name, value]): Fault[] => {
    if (!isKnown(name)) return [unknownField(`${path}.${name}`)];
    const message = MEMBERS[name].rule(value);
    return message === undefined ? [] : [{ field: `${path}.${name}`, message }];
  });
  // A misspelt name is reported only as unknown, not also as a missing member.
  if (isForm(edit) || !Object.keys(edit).every(isKnown)) return faults;
  return [...faults, { field: path, message: FORMS }];
}

function isForm({ find, section, replace, append, all }: Edit): boolean {
  if (append !== undefined) return find === undefined && replace === undefined && all === undefined;
  if (replace === undefined) return false;
  return find === undefined ? section !== undefined && all === undefined : true;
}
