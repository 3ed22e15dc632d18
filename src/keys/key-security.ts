import type { DocumentBuilder } from '@nestjs/swagger';

/** Name of the security scheme in the OpenAPI document. */
export const KEY_SECURITY = 'publisherKey';

/**
 * The security scheme with the name `KEY_SECURITY`. In OpenAPI 3.1, each route can list its required scope under this
 * name.
 */
export const KEY_SECURITY_SCHEME: Parameters<DocumentBuilder['addSecurity']>[1] = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'imp_<keyId>_<secret><checksum>',
  description:
    'A publisher key. A key has one or more of the scopes `read`, `write` and `publish`. No scope includes another. Operators issue keys.',
};
