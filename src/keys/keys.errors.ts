export class KeyNotFound extends Error {
  override readonly name = 'KeyNotFound';

  constructor(keyId: string) {
    super(`There is no key ${keyId}. An id is the part of a key between "imp_" and the next "_".`);
  }
}

/** A revoked or expired key cannot be rotated, because a successor would restore the access that has ended. */
export class KeyEnded extends Error {
  override readonly name = 'KeyEnded';

  constructor(keyId: string) {
    super(`The key ${keyId} is revoked or expired already. Issue a new one instead.`);
  }
}

/**
 * A key can be rotated only once. After the rotation, the key expires at the end of the grace period, and a second
 * successor would copy this expiry.
 */
export class KeyRotated extends Error {
  override readonly name = 'KeyRotated';

  constructor(keyId: string, successorId: string) {
    super(
      `The key ${keyId} cannot be rotated again. It was rotated to ${successorId}: rotate that one.`,
    );
  }
}
