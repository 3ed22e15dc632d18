/** The part of `negotiator` that this service uses. The package has no types. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: object });
    /** Returns the most preferred of the available codings; `undefined` if the client accepts none of them. */
    encoding<T extends string>(
      available: readonly T[],
      options: { readonly preferred: readonly T[] },
    ): T | undefined;
  }
}
