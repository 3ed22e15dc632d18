import { describe, expect, it } from 'vitest';
import { headings } from '../../../src/rendering/headings.js';
import { missingEnd } from '../../../src/rendering/missing-end.js';
import { render } from './render.js';

describe('front matter', () => {
  it.each([
    '---\ntitle: Hello\n---\n',
    '---\ntitle: Hello\ntags: [a, b]\n---\n',
    '---\ntags:\n- a\n- b\n\n# a comment\ndescription: |\n  Some words.\n\n  - more\n...\n',
    '---\ndate created: 2024-01-01\n"a": b\n---\n\n',
    '---\n제목: 안녕\n---\n',
    '---\n# a comment\n# and another one\ntitle: Hello\n---\n',
    '---\r\ntitle: Hello\r\n---\r\n',
    '---  \ntitle: "a --- b"\nlist: [\n  a\n]\n---  \n',
    '\ufeff---\ntitle: Hello\n---\n',
  ])('[9.front-matter] is not part of the page and its outline: %j', (before) => {
    const content = `${before}# One\n\na`;
    const { html, text, headings: found } = render(content);
    expect(text).toBe('One\na');
    expect(html).not.toContain('<hr>');
    expect(found.map(({ id }) => id)).toEqual(['s-one']);
    expect(headings(content).map(({ id, offset }) => [id, offset])).toEqual([
      ['s-one', Array.from(before).length],
    ]);
  });

  it.each([
    'a\n---\ntitle: Hello\n---\n',
    '\n---\ntitle: Hello\n---\n',
    '---\n\ntitle: Hello\n\n---\n',
    '---\nSome words: and\nmore of them\n---\n',
    '---\nSome words\n---\n',
    '---\n- a\n---\n',
    '---\n# Title\n---\n',
    '---\n# Title\n\n- a\n- b\n---\n',
    '---\ntitle: Hello\n',
    '----\ntitle: Hello\n---\n',
    '---\ntitle: Hello\n---- \n',
    '---\n---\n',
    ' ---\ntitle: Hello\n---\n',
  ])('[9.front-matter] is YAML at the very beginning, with an end; %j is shown', (markdown) => {
    const { html, text } = render(`${markdown}\nz`);
    expect(html).toMatch(/<hr>|<h2/);
    for (const word of markdown.match(/[a-z]+/gi) ?? []) expect(text).toContain(word);
  });

  it('[9.front-matter] may be the whole content, and begins no code', () => {
    expect(render('---\ntitle: Hello\n---').text).toBe('');
    expect(missingEnd('---\nfence: |\n  ```\n---\na')).toBe('');
    expect(missingEnd('---\na: b\n---\n```\na')).toBe('```');
    expect(render('---\na: b\n---\n# Hello\n\nc', 'Hello').html).toBe('<p>c</p>');
  });
});
