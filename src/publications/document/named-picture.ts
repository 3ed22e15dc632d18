/** A picture that a revision names (contract 14). */
export interface NamedPicture {
  /** Hexadecimal. */
  readonly sha256: string;
  /** It has an alternative text wherever it stands. */
  readonly isDescribed: boolean;
}
