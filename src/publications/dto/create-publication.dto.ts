import type { Config } from '../../platform/config/config.js';
import { InputSchema } from '../../platform/openapi/property.decorators.js';
import type { Fault } from '../../platform/validation/fault.js';
import type { Intent as IntentWord } from '../../documents/publication-state.js';
import {
  Author,
  AuthorDto,
  ChangeNote,
  Content,
  Description,
  Intent,
  Locale,
  LOCALE,
  Slug,
  Sources,
  Tags,
  Title,
} from './fields.js';

const FIXED = { remark: 'Cannot be changed later.' };

/** A new document (contract 2). The decorator of each member defines its rule; see ./fields.ts. */
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

  @Author({ optional: true, remark: 'Default: kind service, and the name of the account.' })
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
