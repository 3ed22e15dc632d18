import { rm, writeFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { type Cell, factTable, listTable } from '../../../src/operator/answer.js';
import { importAnswer } from '../../../src/operator/transfer.command.js';
import { runCommand } from '../../../src/operator/program.js';
import { Terminal } from '../../../src/operator/terminal.js';
import { ImportResult } from '../../../src/transfer/import-result.js';
import { Random } from '../../campaign/random.js';
import { newSigner, signedFiles } from '../verify/signed-files.js';

const OUTPUTS = 2_000;
const random = new Random(8_472);

/** Matches what no output may contain: control characters but tab and line feed, and direction characters. */
const FORBIDDEN = new RegExp(
  String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]`,
);

const SIGNS = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
  ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(0x7f + code)),
  ...Array.from(
    '\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ),
  '\u001b[2J',
  '\u001b[H│ valid │ yes │',
  '\u001b]0;title\u0007',
  '\u009b31m',
  '\r\n',
  ...Array.from('aB"\\│한é'),
];

const hostile = (): string =>
  Array.from({ length: random.whole(1, 12) }, () => random.pick(SIGNS)).join('');

/** Streams that collect what was written. */
function streams() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  return {
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout,
    stderr,
    written: () => `${String(stdout.read() ?? '')}${String(stderr.read() ?? '')}`,
  };
}

const cell = (): Cell => random.pick<Cell>([hostile(), null, 7, [hostile(), hostile()]]);

/** What commands print of hostile values, by each function that prints. */
const PRINT: readonly ((terminal: Terminal) => unknown)[] = [
  (terminal) =>
    terminal.answer({ json: null, text: factTable({ a: cell(), [hostile()]: cell() }) }),
  (terminal) =>
    terminal.answer({ json: null, text: listTable(['a', hostile()], [[cell(), cell()]]) }),
  (terminal) => terminal.answer({ json: { [hostile()]: hostile() }, text: hostile() }),
  (terminal) => terminal.note(hostile()),
  (terminal) => terminal.complain(hostile()),
  (terminal) => {
    const author = { kind: 'person', name: hostile() } as const;
    const faults = [{ file: hostile(), field: hostile(), message: hostile() }];
    const result = Object.assign(new ImportResult(0, faults, author), {
      ignored: { [hostile()]: 1 },
      pictures: { [hostile()]: 2 },
      links: 2,
      deadLinks: [{ file: hostile(), line: 1, target: hostile() }],
      notes: [{ file: hostile(), message: hostile() }],
      addresses: [{ file: hostile(), path: hostile() }],
      menus: [
        { locale: 'en', path: hostile(), publicationId: null, from: hostile(), isSet: false },
      ],
      removedJsx: { [hostile()]: 1 },
      passedOver: { [hostile()]: 1 },
      withoutAuthor: 1,
    });
    terminal.answer(importAnswer(result, true));
  },
];

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('the output of the command line', () => {
  it(`[10.visible] has no control or direction character in ${OUTPUTS} outputs of hostile texts`, () => {
    for (let output = 0; output < OUTPUTS; output += 1) {
      const said = streams();
      const json = random.chance(0.5);
      const terminal = new Terminal(said, () => (json ? { json } : {}));
      random.pick(PRINT)(terminal);
      const written = said.written();
      expect(written).not.toBe('');
      expect(written).not.toMatch(FORBIDDEN);
    }
  });

  it('[10.visible] shows them in lists and texts of any length too', async () => {
    const said = streams();
    const terminal = new Terminal(said, () => ({}));
    const text = SIGNS.join('');
    async function* chunks() {
      yield await Promise.resolve(text);
    }
    async function* pages() {
      yield await Promise.resolve([text]);
    }
    await terminal.text(chunks());
    await terminal.list({ pages: pages(), head: [text], row: (item) => [item] });
    const written = said.written();
    expect(written).not.toMatch(FORBIDDEN);
    expect(written).toContain(String.raw`\u001b[2J`);
  });

  it('[10.visible] keeps the values of JSON', () => {
    const said = streams();
    const terminal = new Terminal(said, () => ({ json: true }));
    const value = { [SIGNS.join('')]: SIGNS.join('') };
    terminal.answer({ json: value, text: '' });
    expect(JSON.parse(said.written())).toEqual(value);
  });

  it('[10.visible] keeps each value of a table, and each line of a report, on its line', () => {
    const fake = 'x\n│ valid │ yes │';
    expect(factTable({ publisher: fake }).split('\n')).toHaveLength(3);
  });

  it('[10.visible] shows the verdict on a record with terminal escapes in its texts', async () => {
    const accountName = '\u001b[2J\u001b[H│ valid │ yes │\u202e\n';
    const files = await signedFiles([newSigner()], { accountName, approvedBy: '\u009b31mAnn' });
    folders.push(files.folder);
    for (const words of [
      ['verify', files.markdown(1)],
      ['verify', `${hostile()}.md`],
      [hostile()],
    ]) {
      const said = streams();
      await runCommand(words, () => Promise.reject(new Error(hostile())), said);
      expect(said.written()).not.toMatch(FORBIDDEN);
    }
    await writeFile(files.markdown(1), 'changed');
    const said = streams();
    expect(await runCommand(['verify', files.markdown(1)], () => Promise.reject(), said)).toBe(1);
    const written = said.written();
    expect(written).toMatch(/│ valid +│ no +│/);
    expect(written).toContain(String.raw`\u001b[2J\u001b[H│ valid │ yes │\u202e\n`);
  });
});
