import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { xml, xmlDocument } from '../../../src/site/html/html.js';
import { render } from './render.js';

/** Code points of the characters that XML 1.0 forbids, and of the control characters that XML 1.0 discourages. */
const REFUSED = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => ![9, 10, 13].includes(code)),
  ...Array.from({ length: 0x21 }, (_, place) => 0x7f + place),
  0xd800,
  0xdfff,
  0xfffe,
  0xffff,
];
const UNFIT = /[^\t\n\r\x20-\x7E\xA0-\uFFFD]/;

const entity = fc
  .tuple(fc.constantFrom(...REFUSED), fc.boolean(), fc.boolean())
  .map(
    ([code, isHex, isOpen]) => `&#${isHex ? `x${code.toString(16)}` : code}${isOpen ? '' : ';'}`,
  );
const words = fc
  .array(fc.oneof(entity, fc.constantFrom('a', ' ', '&amp;', '\n')), { maxLength: 6 })
  .map((parts) => parts.join(''));
const part = fc.oneof(
  words.map((text) => `<div>\n${text}\n</div>\n\n`),
  words.map((text) => `<abbr title="${text}">A</abbr> <q lang="${text}" dir='${text}'>b</q>\n\n`),
  words.map((text) => `[a](/b "${text}") ![${text}](/c) \`${text}\`\n\n`),
  words.map((text) => `# ${text}\n\n\`\`\`${text}\n${text}\n\`\`\`\n\n`),
  words.map((text) => `$${text}$ $\\text{${text}}$ <details open="${text}">\n\n`),
  words.map(
    (text) => `| ${text.replaceAll('\n', '')} |\n|-|\n| ${text.replaceAll('\n', '')} |\n\n`,
  ),
);
const document = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

async function expectWellFormed(contents: string): Promise<void> {
  const xmlFile = { fileName: 'feed.xml', contents };
  const { errors } = await validateXML({
    xml: xmlFile,
    normalization: 'c14n',
    maxMemoryPages: 4_096,
  });
  expect(errors).toEqual([]);
}

describe('characters that XML refuses', () => {
  it('[9.feed-well-formed] get into no page and break no feed if 2,000 documents contain them as entities', async () => {
    const documents = fc.sample(document, 2_000);
    const pages = documents.map((markdown) => render(markdown).html);
    for (const [at, page] of pages.entries()) expect(page, documents[at]).not.toMatch(UNFIT);
    const entries = pages.map((page) => xml`<content type="html">${page}</content>`);
    await expectWellFormed(xmlDocument(xml`<feed>${entries}</feed>`));
  });

  it('[9.feed-well-formed] are removed from the texts and attributes of a feed', async () => {
    const text = String.fromCodePoint(...REFUSED.filter((code) => code < 0xd800 || code > 0xdfff));
    const feed = xmlDocument(xml`<feed title="${`a${text}b`}">${`c${text}d`}</feed>`);
    expect(feed).toContain('<feed title="ab">cd</feed>');
    await expectWellFormed(feed);
  });
});
