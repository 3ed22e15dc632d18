export class KeyNotFound extends Error {
  override readonly name = 'KeyNotFound';

  constructor(keyId: string) {
    super(`There is no key ${keyId}. An id is the part of a key between "imp_" and the next "_".`);
  }
}

export class ApproverNotFound extends Error {
  override readonly name = 'ApproverNotFound';

  constructor(id: string) {
    super(
      `There is no approver ${id}. An id is the part of a sign-in key between "imp_person_" and the next "_".`,
    );
  }
}

/** The key of a revoked approver cannot be rotated, because the new key would restore the access that has ended. */
export class ApproverRevoked extends Error {
  override readonly name = 'ApproverRevoked';

  constructor(id: string) {
    super(`The access of the approver ${id} has ended permanently. Add the person again instead.`);
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
      `The key ${keyId} cannot be rotated again. It was replaced by the key ${successorId}: rotate that key.`,
    );
  }
}
