/** Thrown if the search words of a document cannot be made within the limits. A retry would also fail (contract 3). */
export class IndexFault extends Error {
  override readonly name = 'IndexFault';

  constructor(options?: ErrorOptions) {
    super('The document could not be indexed within the limits of time and memory.', options);
  }
}
