/** A picture that a revision names (contract 14). */
export interface NamedPicture {
  readonly sha256: string;
  /** Every use of it has an alternative text. */
  readonly isDescribed: boolean;
}
