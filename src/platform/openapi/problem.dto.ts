import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ProblemBody } from '../problems/problem.js';
import { PROBLEM_CODES, type ProblemCode } from '../problems/catalogue.js';
import { ANY_OBJECT, openCodes } from './property.decorators.js';

/** Describes `ProblemBody` for the OpenAPI document (RFC 9457, contract 6). */
@ApiSchema({ name: 'Problem', description: 'Why a request was refused (RFC 9457).' })
export class ProblemDto implements ProblemBody {
  @ApiProperty({ format: 'uri', description: 'Address of the page that explains this code.' })
  type!: string;

  @ApiProperty({ description: 'Name of the problem, for people.' })
  title!: string;

  @ApiProperty({ type: 'integer', description: 'HTTP status of the answer.' })
  status!: number;

  /** Contains no text of users except field names. */
  @ApiProperty({ description: 'What happened in this case, in one sentence.' })
  detail!: string;

  @ApiProperty({
    ...openCodes(PROBLEM_CODES),
    description:
      'The kind of refusal; stable. New codes may be added: for an unknown one, rely on `status` and `retryable`.',
  })
  code!: ProblemCode;

  @ApiProperty({
    ...ANY_OBJECT,
    selfRequired: false,
    description: 'Facts for programs; stable. The members depend on the code.',
  })
  details!: Readonly<Record<string, unknown>>;

  @ApiProperty({ description: 'What to do next.' })
  nextStep!: string;

  /** True for 429, 500 and 503. */
  @ApiProperty({
    description:
      'Whether the same request with the same idempotency key can succeed later without a change.',
  })
  retryable!: boolean;

  @ApiProperty({
    description:
      'The X-Request-Id of the answer. Give it to the operator when you report the problem.',
  })
  requestId!: string;
}
