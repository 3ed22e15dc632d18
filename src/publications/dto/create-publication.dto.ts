import type { Config } from '../../platform/config/config.js';
import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import type { Fault } from '../../platform/validation/fault.js';
import type { Intent } from '../publication-state.js';
import { localeRule } from '../publication.rules.js';
import type { AuthorDto } from './author.dto.js';
import {
  AuthorField,
  ContentField,
  DescriptionField,
  IntentField,
  LocaleField,
  SlugField,
  SourcesField,
  TagsField,
  TitleField,
} from './publication-fields.js';

/** A new document (CONTRACT 2). */
@InputSchema('CreatePublication', 'A new document.')
export class CreatePublicationDto {
  /** BCP 47 locale in canonical case; fixed from now on. */
  @LocaleField({ required: true, remark: 'Fixed from creation.' })
  locale!: string;

  /** 1–120 characters in NFKC; fixed from now on. */
  @SlugField({ required: true, remark: 'Fixed from creation.' })
  slug!: string;

  /** 1–200 characters after trimming, one line. */
  @TitleField({ required: true })
  title!: string;

  /** Markdown, 1–200,000 characters, not blank. */
  @ContentField({ required: true })
  content!: string;

  /** 0–500 characters. */
  @DescriptionField({ required: false, default: '' })
  description?: string;

  /** 0–20 tags of 1–50 characters. */
  @TagsField({ required: false, default: [] })
  tags?: string[];

  /** 0–50 URLs of at most 2,048 characters. */
  @SourcesField({ required: false, default: [] })
  sources?: string[];

  /** Absent: the account, as a service. */
  @AuthorField({ required: false, remark: 'Default: service, by the name of the account.' })
  author?: AuthorDto;

  /** Absent: `draft`. */
  @IntentField({ required: false, default: 'draft' })
  intent?: Intent;

  /** The locale must be a supported one, where the configuration names any. */
  static wholeFaults({ locale }: CreatePublicationDto, { supportedLocales }: Config): Fault[] {
    const fine =
      supportedLocales === null ||
      localeRule(locale) !== undefined ||
      supportedLocales.includes(locale);
    return fine
      ? []
      : [{ field: 'locale', message: `must be one of: ${supportedLocales.join(', ')}` }];
  }
}
