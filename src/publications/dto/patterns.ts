// What JSON Schema can say of the rules beyond lengths; the rules themselves decide.

/** Something is left after trimming. */
export const NOT_BLANK = String.raw`\S`;

/** `language[-Script][-REGION]` in any case. */
export const LOCALE = '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$';

/** An absolute address of the web. */
export const WEB_ADDRESS = '^[Hh][Tt][Tt][Pp][Ss]?://';
