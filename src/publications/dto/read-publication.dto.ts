import type { Fault } from '../../platform/validation/fault.js';
import { textRule } from '../../platform/validation/rule.js';
import { type InputField, Member } from './member.js';
import { Choice, QueryInteger } from './query-member.js';

/** The views of a publication (contract 4, "Reading a part"). */
export const VIEWS = ['full', 'summary', 'outline', 'changes', 'history', 'preview'] as const;
export type View = (typeof VIEWS)[number];

/** Values of `until`: the event that ends a wait (contract 4). */
const UNTILS = ['settled', 'decided'] as const;
type Until = (typeof UNTILS)[number];

const SECTION: InputField = {
  rule: textRule({ min: 1, max: 1_000, oneLine: true }),
  schema: { type: String, description: 'Only the content of this section: an id of the outline.' },
};

const FIND: InputField = {
  rule: textRule({ min: 1, max: 1_000 }),
  schema: {
    type: String,
    description: 'In place of the content: where this text stands in it, as an edit finds it.',
    minLength: 1,
    maxLength: 1_000,
  },
};

/** Selects a revision of a publication, and the part to read (contract 4). */
export class ReadPublicationDto {
  @Choice(
    VIEWS,
    'full: all of it. summary: without content. outline: its sections. changes: what differs from since. history: its newest 50 revisions. preview: an address that shows how it will look, until expiresAt.',
    { default: 'full' },
  )
  view?: View;

  @QueryInteger(1, 'The fields of this version; default the working one.')
  revision?: number;

  @Member(SECTION, { optional: true })
  section?: string;

  @Member(FIND, { optional: true })
  find?: string;

  @QueryInteger(0, 'Characters of the content, or section, to leave out.')
  offset?: number;

  @QueryInteger(1, 'Characters to read at most.', { max: 200_000 })
  length?: number;

  @QueryInteger(1, 'For outline: headings down to this level.', { max: 6 })
  levels?: number;

  @QueryInteger(1, 'For changes: compare with this version; default public, or the one before.')
  since?: number;

  @Choice(UNTILS, 'With a wait. decided: also while it is offered for review.', {
    default: 'settled',
  })
  until?: Until;

  /** Accepts `find` only in the views `full` and `summary`, because other views have their own result. */
  static crossFieldErrors({ find, view = 'full' }: ReadPublicationDto): Fault[] {
    return find === undefined || view === 'full' || view === 'summary'
      ? []
      : [{ field: 'find', message: 'must come without another view' }];
  }
}
