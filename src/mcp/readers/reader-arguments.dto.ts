import { PickType } from '@nestjs/swagger';
import { LOCALE, TAG } from '../../publications/dto/fields.js';
import { CURSOR, MAX_LIMIT, Q } from '../../publications/dto/list-publications.dto.js';
import {
  Choice,
  Filter,
  Flag,
  type InputField,
  Member,
  QueryInteger,
} from '../../publications/dto/member.js';
import { findFaults, ReadPublicationDto } from '../../publications/dto/read-publication.dto.js';
import type { Fault } from '../../platform/validation/fault.js';
import { textRule } from '../../platform/validation/rule.js';

/** The arguments of `search_documents` (contract 8). */
export class SearchDocumentsDto {
  @Member(Q)
  q!: string;

  @Filter(LOCALE, 'Only documents in this locale.')
  locale?: string;

  @Filter(TAG, 'Only documents with this tag.')
  tag?: string;

  @Member(CURSOR, { optional: true })
  cursor?: string;
}

/** The arguments of `list_documents` (contract 8). */
export class ListDocumentsDto {
  @Filter(LOCALE, 'Only documents in this locale.')
  locale?: string;

  @Filter(TAG, 'Only documents with this tag.')
  tag?: string;

  @Flag(
    'List the menu of the locale in reading order, instead of the newest documents. Needs locale.',
  )
  menu?: boolean;

  @QueryInteger(1, 'Items per page.', { max: MAX_LIMIT, default: 20 })
  limit?: number;

  @Member(CURSOR, { optional: true })
  cursor?: string;

  /** A menu belongs to a locale, and its entries have no tags. */
  static crossFieldErrors({ menu, locale, tag }: ListDocumentsDto): Fault[] {
    if (!menu) return [];
    return [
      ...(locale === undefined ? [{ field: 'locale', message: 'is required with menu' }] : []),
      ...(tag === undefined
        ? []
        : [{ field: 'tag', message: 'must not be sent together with menu' }]),
    ];
  }
}

const URL_OF_DOCUMENT: InputField = {
  rule: textRule({ min: 1, max: 2_000, oneLine: true }),
  schema: {
    type: String,
    description:
      'Address of the document on this site, such as the value of cite in a result of search_documents, or of url in a result of list_documents. An old address that redirects works too.',
    minLength: 1,
    maxLength: 2_000,
  },
};

const READER_VIEWS = ['full', 'summary', 'outline'] as const;

/** The arguments of `read_document` (contract 8). */
export class ReadDocumentDto extends PickType(ReadPublicationDto, [
  'section',
  'find',
  'offset',
  'length',
  'levels',
] as const) {
  @Member(URL_OF_DOCUMENT)
  url!: string;

  @Choice(READER_VIEWS, 'full: everything. summary: no content. outline: the sections.', {
    default: 'full',
  })
  view?: (typeof READER_VIEWS)[number];

  static crossFieldErrors(query: ReadDocumentDto): Fault[] {
    return findFaults(query);
  }
}
