export const keyNotFound = (keyId: string): Error =>
  new Error(
    `There is no key ${keyId}. An id is the part of a key between "imp_" and the next "_".`,
  );

export const approverNotFound = (id: string): Error =>
  new Error(
    `There is no approver ${id}. An id is the part of a sign-in key between "imp_person_" and the next "_".`,
  );

/** The key of a revoked approver cannot be rotated, because the new key would restore the access that has ended. */
export const approverRevoked = (id: string): Error =>
  new Error(
    `The access of the approver ${id} has ended permanently, so the sign-in key cannot be rotated. Add the person as a new approver.`,
  );

/** A revoked or expired key cannot be rotated, because a successor would restore the access that has ended. */
export const keyEnded = (keyId: string): Error =>
  new Error(`The key ${keyId} is revoked or expired already. Issue a new one instead.`);

/**
 * A key can be rotated only once. After the rotation, the key expires at the end of the grace period, and a second
 * successor would copy this expiry.
 */
export const keyRotated = (keyId: string, successorId: string): Error =>
  new Error(
    `The key ${keyId} cannot be rotated again. It was replaced by the key ${successorId}: rotate that key.`,
  );
