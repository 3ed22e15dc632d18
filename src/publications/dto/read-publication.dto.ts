import type { Fault } from '../../platform/validation/fault.js';
import { textRule } from '../../platform/validation/rule.js';
import { Choice, type InputField, Member, QueryInteger } from './member.js';

/** The views of a publication (contract 4, "Reading a part"). */
export const VIEWS = [
  'full',
  'summary',
  'outline',
  'changes',
  'history',
  'preview',
  'notes',
] as const;
export type View = (typeof VIEWS)[number];

/** Values of `until`: the event that ends a wait (contract 4). */
const UNTILS = ['settled', 'decided'] as const;
type Until = (typeof UNTILS)[number];

const SECTION: InputField = {
  rule: textRule({ min: 1, max: 1_000, oneLine: true }),
  schema: {
    type: String,
    description: 'Id of a section, from the outline: only this section is read.',
  },
};

const FIND: InputField = {
  rule: textRule({ min: 1, max: 1_000 }),
  schema: {
    type: String,
    description:
      'Text to look for: the answer lists the places where it occurs, instead of the content.',
    minLength: 1,
    maxLength: 1_000,
  },
};

/** Selects a revision of a publication, and the part to read (contract 4). */
export class ReadPublicationDto {
  @Choice(
    VIEWS,
    'full: everything. summary: no content. outline: the sections. changes: the differences from the version that `since` names. history: the newest 50 revisions. preview: an address that shows how the page will look; it works until `expiresAt`. notes: what approvers wrote about passages of the document.',
    { default: 'full' },
  )
  view?: View;

  @QueryInteger(1, 'Version to read. Default: the working revision.')
  revision?: number;

  @Member(SECTION, { optional: true })
  section?: string;

  @Member(FIND, { optional: true })
  find?: string;

  @QueryInteger(0, 'Characters to skip at the start of the content or section.')
  offset?: number;

  @QueryInteger(1, 'Maximum number of characters to read.', { max: 200_000 })
  length?: number;

  @QueryInteger(1, 'With view outline: the deepest level of headings to list.', { max: 6 })
  levels?: number;

  @QueryInteger(
    1,
    'With view changes: version to compare with. Default: the public version, or else the version before.',
  )
  since?: number;

  @Choice(
    UNTILS,
    'What to wait for. settled: the end of the release. decided: also the decision of the review.',
    {
      default: 'settled',
    },
  )
  until?: Until;

  static crossFieldErrors(query: ReadPublicationDto): Fault[] {
    return findFaults(query);
  }
}

/** Accepts `find` only in the views `full` and `summary`, because other views have their own result. */
export const findFaults = ({
  find,
  view = 'full',
}: Pick<ReadPublicationDto, 'find' | 'view'>): Fault[] =>
  find === undefined || view === 'full' || view === 'summary'
    ? []
    : [{ field: 'find', message: 'must be sent without view, or with view full or summary' }];
