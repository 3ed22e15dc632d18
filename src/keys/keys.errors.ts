export class KeyNotFound extends Error {
  override readonly name = 'KeyNotFound';

  constructor(keyId: string) {
    super(`There is no key ${keyId}. An id is the part of a key between "imp_" and the next "_".`);
  }
}

/** A key that was revoked or is expired has no successor: that would give back what was taken away. */
export class KeyEnded extends Error {
  override readonly name = 'KeyEnded';

  constructor(keyId: string) {
    super(`The key ${keyId} is revoked or expired already. Issue a new one instead.`);
  }
}

/** A key in the grace of a rotation has its successor; another one would end with that grace. */
export class KeyRotated extends Error {
  override readonly name = 'KeyRotated';

  constructor(keyId: string, successorId: string) {
    super(
      `The key ${keyId} cannot be rotated again. It was rotated to ${successorId}: rotate that one.`,
    );
  }
}
