import { html, type Html } from './html/html.js';

/** XML with holes, escaped as those of HTML are: the five characters are the same. */
export const xml = html;

/** A whole XML document. */
export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
