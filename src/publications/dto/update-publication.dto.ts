import type { Intent } from '../publication-state.js';
import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import type { Fault } from '../../platform/validation/fault.js';
import type { AuthorDto } from './author.dto.js';
import {
  AuthorField,
  ContentField,
  DescriptionField,
  ExpectedVersionField,
  IntentField,
  LocaleField,
  SlugField,
  SourcesField,
  TagsField,
  TitleField,
} from './publication-fields.js';

const REPEATED = 'May be repeated, not changed.';

/** A new revision: the fields that change (CONTRACT 2). */
@InputSchema('UpdatePublication', 'A new revision: the fields that change, at least one.', {
  minProperties: 2,
})
export class UpdatePublicationDto {
  /** The `version` last read, an integer of at least 1. */
  @ExpectedVersionField()
  expectedVersion!: number;

  /** May be repeated, but not changed. */
  @LocaleField({ required: false, description: REPEATED })
  locale?: string;

  /** May be repeated, but not changed. */
  @SlugField({ required: false, description: REPEATED })
  slug?: string;

  /** 1–200 characters after trimming, one line. */
  @TitleField({ required: false })
  title?: string;

  /** Markdown, 1–200,000 characters, not blank. */
  @ContentField({ required: false })
  content?: string;

  /** 0–500 characters. */
  @DescriptionField({ required: false })
  description?: string;

  /** Replaces the list: 0–20 tags of 1–50 characters. */
  @TagsField({ required: false, description: 'Replaces the list.' })
  tags?: string[];

  /** Replaces the list: 0–50 URLs of at most 2,048 characters. */
  @SourcesField({ required: false, description: 'Replaces the list.' })
  sources?: string[];

  /** Replaces the object. */
  @AuthorField({ required: false, description: 'Replaces the object.' })
  author?: AuthorDto;

  /** Absent: kept, but `draft` after a revision that a publish has named (CONTRACT 3). */
  @IntentField({
    required: false,
    description: 'Default: kept, but draft after a published one.',
  })
  intent?: Intent;

  /** Something must be named besides the version. */
  static wholeFaults({ expectedVersion: _, ...fields }: UpdatePublicationDto): Fault[] {
    const message = 'must come with at least one field that changes';
    return Object.values(fields).every((value) => value === undefined)
      ? [{ field: 'expectedVersion', message }]
      : [];
  }
}
