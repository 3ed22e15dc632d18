import { fitText } from '../../platform/validation/rule.js';

/** Text that is HTML: either written in a template of ours or sanitised. */
export class Html {
  constructor(readonly text: string) {}
}

/** The content of a hole. Everything but `Html` is escaped; `undefined` and `false` are empty. */
export type Content = Html | string | number | false | undefined | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML with holes. Contents are escaped for text and quoted attribute values; a hole may stand nowhere else. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    strings.reduce((page, string, index) => page + written(contents[index - 1]) + string),
  );
}

function written(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(written).join('');
  return String(content).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** XML with holes, escaped as in `html`, without characters that XML 1.0 cannot hold. */
export const xml = (strings: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(fitText(html(strings, ...contents).text));

export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
