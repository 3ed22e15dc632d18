import createParser from 'markdown-it';

/** Escapes a text for HTML content, and for attribute values in double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const { unescapeAll } = createParser().utils;

/** Replaces the entities of a text, such as `&amp;`, by their characters (CommonMark 2.5). Backslashes stay. */
export const withEntities = (text: string): string =>
  text.includes('&') ? unescapeAll(text.replaceAll('\\', '\\\\')) : text;
