/** The id of nothing. */
export class NoSuchPublication extends Error {
  override readonly name = 'NoSuchPublication';

  constructor(id: string) {
    super(`There is no publication ${id}.`);
  }
}
