import { ApiProperty } from '@nestjs/swagger';
import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import { Follows } from '../../platform/validation/follows.decorator.js';
import { authorKindRule, authorNameRule, LIMITS } from '../publication.rules.js';
import { Trimmed } from './normalise.decorator.js';
import { NOT_BLANK } from './patterns.js';

/** Who wrote a document (CONTRACT 2). */
@InputSchema('Author', 'Who wrote a document.')
export class AuthorDto {
  /** 1–40 of `a-z 0-9 _ -`; the page marks all but `person` and `organization` as machine-written. */
  @ApiProperty({
    description: 'ai, service, person, organization or another.',
    pattern: '^[a-z0-9_-]{1,40}$',
    minLength: LIMITS.authorKind.least,
    maxLength: LIMITS.authorKind.most,
    examples: ['ai'],
  })
  @Follows(authorKindRule)
  kind!: string;

  /** 1–120 characters on one line. */
  @ApiProperty({
    description: 'Shown to readers.',
    pattern: NOT_BLANK,
    minLength: LIMITS.authorName.least,
    maxLength: LIMITS.authorName.most,
    examples: ['Release notes assistant'],
  })
  @Trimmed()
  @Follows(authorNameRule)
  name!: string;
}
