/** A picture that a revision names (contract 14). */
export interface NamedPicture {
  readonly sha256: string;
  /** Whether every use of the picture in the content has an alternative text. */
  readonly isDescribed: boolean;
}
