import type { HeaderObject, ReferenceObject } from '@nestjs/swagger';

const text = (description: string, example: string, required = false): HeaderObject => ({
  description,
  ...(required ? { required } : {}),
  schema: { type: 'string', examples: [example] },
});

/** The header fields of answers. Clients can rely on these fields (contract 4, 5, 6). */
export const ANSWER_HEADERS = {
  'Cache-Control': text(
    'Answers are private to the key, and must be checked again before reuse.',
    'private, no-cache',
    true,
  ),
  ETag: text('Changes with any member of the answer.', '"u3kq0fJ1c5jvXvZ0mGJx5b1n9Yw"', true),
  'Idempotent-Replayed': {
    description: 'Present on a replay: the write was carried out by an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  Link: text(
    'The next page, as `nextCursor` names it (RFC 8288).',
    '<https://press.example/api/v1/publications?cursor=…>; rel="next"',
  ),
  Location: {
    description: 'Where the publication is read.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  'Preference-Applied': text('The preference that was honoured (RFC 7240).', 'wait=30'),
  RateLimit: text(
    'What is left (r): writes of the UTC day, or requests of the minute (`burst`), and the seconds until its end (t).',
    '"daily";r=97;t=12345',
  ),
  'RateLimit-Policy': text(
    'The limit (q): writes per UTC day, or requests per minute (`burst`), and the window in seconds (w).',
    '"daily";q=100;w=86400',
  ),
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [2] },
  },
  'WWW-Authenticate': text(
    'What is wrong with the credentials (RFC 6750).',
    'Bearer realm="imprimatur"',
  ),
  'X-Request-Id': text(
    'Id of this request in the logs: the one that was sent, or a new one.',
    '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10',
    true,
  ),
} satisfies Record<string, HeaderObject>;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

export const headerRefs = (
  names: readonly AnswerHeader[],
): Partial<Record<AnswerHeader, ReferenceObject>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
