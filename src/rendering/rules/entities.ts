import createParser from 'markdown-it';

const { unescapeAll } = createParser().utils;

/** Replaces the entities of a text, such as `&amp;`, by their characters (CommonMark 2.5). Backslashes stay. */
export const withEntities = (text: string): string =>
  text.includes('&') ? unescapeAll(text.replaceAll('\\', '\\\\')) : text;
