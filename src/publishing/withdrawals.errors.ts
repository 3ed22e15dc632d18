/** There is nothing to take down (CONTRACT 10). */
export class NothingToWithdraw extends Error {
  override readonly name = 'NothingToWithdraw';

  constructor(id: string) {
    super(`Publication ${id} is neither public nor on its way to be.`);
  }
}
