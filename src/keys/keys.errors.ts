/** No key has this id. */
export class KeyNotFound extends Error {
  override readonly name = 'KeyNotFound';

  constructor(keyId: string) {
    super(`There is no key ${keyId}.`);
  }
}

/** A key that was revoked or is expired has no successor: that would give back what was taken away. */
export class KeyEnded extends Error {
  override readonly name = 'KeyEnded';

  constructor(keyId: string) {
    super(`The key ${keyId} is revoked or expired already. Issue a new one instead.`);
  }
}
