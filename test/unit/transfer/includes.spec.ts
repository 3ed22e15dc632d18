import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/transfer/read-document.js';
import { folderOf } from '../../operator/folder.js';

const FILES = {
  'code/a.rs':
    '// ANCHOR: a\nlet a;\n// ANCHOR: b\nlet b;\n// ANCHOR_END: b\n// ANCHOR_END: a\nend\n',
  'code/s.py': '# --8<-- [start:f]\ndef f():\n\n  pass\n# --8<-- [end:f]\nf()\n',
  'code/r.ts': '// #region x\nlet x = `\n```\n`;\n// #endregion x\n',
  'en/_part.md': '---\ntitle: Part\n---\nFrom {{#include ../code/a.rs:b}}\n',
  'en/circle.md': '{{#include circle.md}}',
  '.env': 'Secret',
};

/** Makes a folder with this page, and reads it. */
async function read(text: string) {
  const root = await folderOf({ ...FILES, 'en/page.md': text });
  await symlink('/etc', join(root, 'etc'));
  const page = await readDocument(root, 'en/page.md');
  if ('fault' in page) throw new Error(page.fault.message);
  return page;
}

describe('the files that a text includes', () => {
  it.each([
    ['```rust\n{{#include ../code/a.rs}}\n```', '```rust\nlet a;\nlet b;\nend\n```'],
    ['{{#rustdoc_include ../code/a.rs:a}}', 'let a;\nlet b;'],
    ['{{#include ../code/a.rs:2}} {{#include ../code/a.rs::2}}', 'let a; let a;'],
    ['{{#include ../code/a.rs:4:}}', 'let b;\nend'],
    ['{{#playground ../code/a.rs:b editable}}', '```rust\nlet b;\n```'],
    [String.raw`\{{#include ../code/a.rs}}`, '{{#include ../code/a.rs}}'],
    ['    --8<-- "code/s.py:f"\n', '    def f():\n\n      pass\n'],
    [';--8<-- "code/s.py"', '--8<-- "code/s.py"'],
    ['<<< @/code/r.ts#x{2,3} [title]', '~~~~ts\nlet x = `\n```\n`;\n~~~~'],
    ['<!--@include: ./_part.md-->!', 'From let b;!'],
    ['- {{% include "/_part" %}}', '- From let b;'],
    ['{{< include "_part.md" >}}', 'From let b;'],
  ])('in the form %j are put in [10.import-includes]', async (text, content) => {
    expect(await read(text)).toMatchObject({ content, notIncluded: [], removedJsx: 0 });
  });

  it.each([
    ['{{#include gone.md}}', 'gone.md'],
    ['{{#include ../code/a.rs:c}}', '../code/a.rs:c'],
    ['{{#include ../../../../etc/hostname}}', '../../../../etc/hostname'],
    ['{{#include ../etc/hostname}}', '../etc/hostname'],
    ['{{#include ../.env}}', '../.env'],
    ['--8<-- "https://e.example/x"', 'https://e.example/x'],
  ])(
    'stay as they are for %j, and the report says so [10.import-includes]',
    async (text, target) => {
      const line = 4;
      const { content, notIncluded } = await read(`---\na: b\n---\n${text}\n`);
      expect(content).toBe(`${text}\n`);
      expect(notIncluded).toEqual([{ line, target }]);
    },
  );

  it('end in a circle, and leave the lines of the file as they are [10.import-includes]', async () => {
    const page = await read('---\na: b\n---\n{{#include ../code/a.rs}}\n{{#include circle.md}}\nx');
    expect(page.content).toBe('let a;\nlet b;\nend\n{{#include circle.md}}\nx');
    expect([1, 3, 4, 5].map(page.lineOf)).toEqual([4, 4, 5, 6]);
    const { content } = await read('{{#include page.md}}');
    expect(content).toBe('{{#include page.md}}');
  });

  it('are the text of an export [10.import-includes]', async () => {
    const head = '---\nlocale: en\nslug: page\nurl: https://a.example/en/page\n---\n';
    expect((await read(`${head}{{#include circle.md}}`)).content).toBe('{{#include circle.md}}');
  });
});
