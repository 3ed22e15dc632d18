import { ApiSchema } from '@nestjs/swagger';

/** Documents a DTO as an input under `name`. An input allows no other members (contract 2). */
export function InputSchema(
  name: string,
  description: string,
  bounds: { readonly minProperties?: number } = {},
): ClassDecorator {
  // A variable, because the type of `ApiSchema` lacks keywords that the decorator keeps.
  const schema = { name, description, additionalProperties: false, ...bounds };
  return ApiSchema(schema);
}
