import { ApiSchema } from '@nestjs/swagger';

/** Documents a DTO as an input named `name`. An input allows no members besides those of the DTO (contract 2). */
export function InputSchema(
  name: string,
  description: string,
  bounds: { readonly minProperties?: number } = {},
): ClassDecorator {
  // The schema is in a variable, because TypeScript would refuse these keywords in an object literal. The decorator
  // accepts them.
  const schema = { name, description, additionalProperties: false, ...bounds };
  return ApiSchema(schema);
}
