/** Something that is wrong with one file, or why its document was not taken. */
export interface FileFault {
  /** Where it lies, from the folder that is imported. */
  readonly file: string;
  /** As in a refusal (CONTRACT 6), such as `author.kind`; `null`: the file as a whole. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field or the file. */
  readonly message: string;
}
