import { ApiSchema } from '@nestjs/swagger';

/** Names a DTO in the documentation as an input, which knows no other members (contract 2). */
export function InputSchema(
  name: string,
  description: string,
  bounds: { readonly minProperties?: number } = {},
): ClassDecorator {
  // The decorator keeps all keywords; its type knows two of them.
  const schema = { name, description, additionalProperties: false, ...bounds };
  return ApiSchema(schema);
}
