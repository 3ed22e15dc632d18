/** The input of an operation that takes none: whatever is sent is unknown. */
export class NoInput {}
