import type { Config } from '../../platform/config/config.js';
import { InputSchema } from '../../platform/openapi/property.decorators.js';
import type { Fault } from '../../platform/validation/fault.js';
import type { Edit } from '../../documents/edits.js';
import type { Intent as IntentWord } from '../../documents/publication-state.js';
import { Edits, editsFaults } from './edit.input.js';
import {
  AnsweredNotes,
  ApprovedBy,
  Author,
  AuthorDto,
  ChangeNote,
  Content,
  Description,
  ExpectedVersion,
  Intent,
  Locale,
  LOCALE,
  RestoreVersion,
  Slug,
  Sources,
  Tags,
  Title,
} from './fields.js';

// The bodies of writes. The decorator of each member defines its rule; see ./fields.ts.

const FIXED = { remark: 'Cannot be changed later.' };
const OPTIONAL = { optional: true } as const;
const REPEATABLE = {
  ...OPTIONAL,
  description: 'Cannot be changed: leave it out, or send the current value.',
};
const REPLACED = { ...OPTIONAL, description: 'Replaces the whole list.' };

/** A new document (contract 2). */
@InputSchema('CreatePublication', 'A new document.')
export class CreatePublicationDto {
  @Locale(FIXED)
  locale!: string;

  @Slug(FIXED)
  slug!: string;

  @Title()
  title!: string;

  @Content()
  content!: string;

  @Description({ default: '' })
  description?: string;

  @Tags({ default: [] })
  tags?: string[];

  @Sources({ default: [] })
  sources?: string[];

  @Author({
    optional: true,
    remark: 'Default: kind `service`, and the name of the account.',
  })
  author?: AuthorDto;

  @Intent({ default: 'draft' })
  intent?: IntentWord;

  @ChangeNote({ default: '' })
  changeNote?: string;

  static crossFieldErrors({ locale }: CreatePublicationDto, { supportedLocales }: Config): Fault[] {
    const fine =
      supportedLocales === null ||
      LOCALE.rule(locale) !== undefined ||
      supportedLocales.includes(locale);
    return fine
      ? []
      : [{ field: 'locale', message: `must be one of: ${supportedLocales.join(', ')}` }];
  }
}

/** A new revision: the fields that change (contract 2). */
@InputSchema('UpdatePublication', 'A new revision: send at least one field that changes.', {
  minProperties: 2,
})
export class UpdatePublicationDto {
  @ExpectedVersion()
  expectedVersion!: number;

  @Edits(OPTIONAL)
  edits?: Edit[];

  @RestoreVersion(OPTIONAL)
  restoreVersion?: number;

  @Locale(REPEATABLE)
  locale?: string;

  @Slug(REPEATABLE)
  slug?: string;

  @Title(OPTIONAL)
  title?: string;

  @Content({ ...OPTIONAL, description: 'The whole content, in Markdown.' })
  content?: string;

  @Description(OPTIONAL)
  description?: string;

  @Tags(REPLACED)
  tags?: string[];

  @Sources(REPLACED)
  sources?: string[];

  @Author({ ...OPTIONAL, description: 'Replaces the author.' })
  author?: AuthorDto;

  @Intent({
    ...OPTIONAL,
    description:
      'Default: the intent of the last version; draft if a publish of that version was accepted.',
  })
  intent?: IntentWord;

  @ChangeNote(OPTIONAL)
  changeNote?: string;

  @AnsweredNotes(OPTIONAL)
  answeredNotes?: string[];

  /**
   * Requires a field besides `expectedVersion`, `changeNote` and `answeredNotes`. Refuses `edits` together with
   * `content`, and `restoreVersion` together with any field except `intent`, `changeNote` and `answeredNotes`.
   */
  static crossFieldErrors({
    expectedVersion: _,
    changeNote,
    answeredNotes: ___,
    ...fields
  }: UpdatePublicationDto): Fault[] {
    const { edits, restoreVersion, intent: __, ...others } = fields;
    const faults = editsFaults(edits);
    if (Object.values(fields).every((value) => value === undefined)) {
      const message = 'must be sent with at least one field that changes';
      // A change note alone makes no revision. In that case, the fault is reported for the note.
      const field = changeNote === undefined ? 'expectedVersion' : 'changeNote';
      faults.push({ field, message });
    }
    if (edits !== undefined && fields.content !== undefined) {
      faults.push({ field: 'edits', message: 'must not be sent together with content' });
    }
    const named = [edits, ...Object.values(others)].some((value) => value !== undefined);
    if (restoreVersion !== undefined && named) {
      const message =
        'must be sent without other fields, except expectedVersion, intent, changeNote and answeredNotes';
      faults.push({ field: 'restoreVersion', message });
    }
    return faults;
  }
}

/** The revision to release, and its approver (contract 3). */
@InputSchema('PublishPublication', 'The revision to publish.')
export class PublishPublicationDto {
  @ExpectedVersion()
  expectedVersion!: number;

  @ApprovedBy({ optional: true })
  approvedBy?: string;
}
