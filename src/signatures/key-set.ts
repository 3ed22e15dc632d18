import type { PublicKey } from './signer.js';

/** Makes a JWK Set of public keys (RFC 7517, RFC 8037). */
export const keySetOf = (keys: readonly PublicKey[]) => ({
  keys: keys.map(({ kid, x }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    alg: 'EdDSA',
    use: 'sig',
  })),
});
