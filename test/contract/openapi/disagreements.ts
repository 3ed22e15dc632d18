import type { HeaderObject, OpenAPIObject, ReferenceObject } from '@nestjs/swagger';
import type { Answer } from '../../setup/client.js';
import { answersOf, type DocumentedOperation } from './document.js';
import type { DocumentSchemas } from './schemas.js';

/** Compares the status, media type, body and header fields of an answer with the document. Returns the differences. */
export function disagreements(
  document: OpenAPIObject,
  schemas: DocumentSchemas,
  operation: DocumentedOperation,
  answer: Answer,
): string[] {
  const status = String(answer.status);
  const [, documented] = answersOf(operation).find(([known]) => known === status) ?? [];
  if (!documented) return [`status ${status} is not documented`];
  return [
    ...headerFaults(document, documented.headers ?? {}, answer.headers),
    ...bodyFaults(schemas, operation, status, Object.keys(documented.content ?? {}), answer),
  ];
}

function bodyFaults(
  schemas: DocumentSchemas,
  { pointer }: DocumentedOperation,
  status: string,
  mediaTypes: string[],
  { headers, body, text }: Answer,
): string[] {
  const [mediaType] = mediaTypes;
  if (mediaType === undefined) return text === '' ? [] : ['no body is documented'];
  const [sent] = (headers.get('Content-Type') ?? '').split(';');
  if (sent !== mediaType) return [`the media type is ${sent}, not ${mediaType}`];
  const place = `${pointer}/responses/${status}/content/${mediaType.replaceAll('/', '~1')}/schema`;
  return schemas.faults(place, body);
}

function headerFaults(
  { components }: OpenAPIObject,
  documented: Record<string, HeaderObject | ReferenceObject>,
  sent: Headers,
): string[] {
  const defined = components?.headers as Record<string, HeaderObject>;
  return Object.entries(defined).flatMap(([name, { required }]) => {
    if (sent.has(name) && !(name in documented)) return [`${name} is not documented`];
    const isMissing = required && name in documented && !sent.has(name);
    return isMissing ? [`${name} is missing`] : [];
  });
}
