import { ApiProperty, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';

export const ApiInteger = (
  minimum: number,
  description: string,
  options?: ApiPropertyOptions,
): PropertyDecorator => ApiProperty({ type: 'integer', minimum, description, ...options });

/** Documents a member as a time (RFC 3339, UTC). */
export const ApiDateTime = (description: string, options?: ApiPropertyOptions): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', description, ...options });

/**
 * The schema of a code to which later versions can add others. Programs that are generated from it compile with these
 * codes and accept every other text.
 */
export const openCodes = (codes: readonly string[]): Pick<ApiPropertyOptions, 'anyOf'> => ({
  anyOf: [{ type: 'string', enum: [...codes] }, { type: 'string' }],
});

export const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;

/** Documents a DTO as an input named `name`. An input allows no members besides those of the DTO (contract 2). */
export function InputSchema(
  name: string,
  description: string,
  bounds: { readonly minProperties?: number } = {},
): ClassDecorator {
  // The schema is in a variable, because TypeScript would refuse `additionalProperties` and `minProperties` in an
  // object literal. The decorator accepts both keywords.
  const schema = { name, description, additionalProperties: false, ...bounds };
  return ApiSchema(schema);
}
