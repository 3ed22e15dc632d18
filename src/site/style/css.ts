/** A piece of the style sheet, as it is written. */
export const css = String.raw;
