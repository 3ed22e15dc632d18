import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** Documents a member that is a whole number. */
export const ApiInteger = (
  minimum: number,
  description: string,
  options?: ApiPropertyOptions,
): PropertyDecorator => ApiProperty({ type: 'integer', minimum, description, ...options });

/** Documents a member that is a moment: RFC 3339, UTC. */
export const ApiDateTime = (description: string, options?: ApiPropertyOptions): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', description, ...options });

/** The schema of an object whose members are not told. */
export const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;
