// What JSON Schema can say of the rules beyond lengths; the rules themselves decide.

/** Something is left after trimming. */
export const NOT_BLANK = String.raw`\S`;

/** `language[-Script][-REGION]` in any case. */
export const LOCALE = '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$';

/** Neither white space nor ASCII that is no small letter or digit: never part of a group of a slug. */
const GROUP = String.raw`[^\s\x00-,./:-@A-Z\[-^\x60{-\x7F_-]+`;

/** Groups joined by a single `-` or `_`. Classes of letters are left out: not every client knows them. */
export const SLUG = `^${GROUP}([-_]${GROUP})*$`;

/** An absolute address of the web. */
export const WEB_ADDRESS = '^[Hh][Tt][Tt][Pp][Ss]?://';
