import { ApiSchema } from '@nestjs/swagger';

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
