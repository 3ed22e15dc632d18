import type { DocumentBuilder } from '@nestjs/swagger';

/** Name of the security scheme in the OpenAPI document. */
export const KEY_SECURITY = 'publisherKey';

/** Definition of `KEY_SECURITY`. Each route lists its scope beside that name (OpenAPI 3.1). */
export const KEY_SECURITY_SCHEME: Parameters<DocumentBuilder['addSecurity']>[1] = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'imp_<keyId>_<secret><checksum>',
  description:
    'A publisher key with the scopes `read`, `write` and `publish`, each of its own: none includes another. Operators issue keys.',
};
