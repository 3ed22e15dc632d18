/** The input of a tool whose operation has neither body nor query over HTTP. */
export class NoInput {}
