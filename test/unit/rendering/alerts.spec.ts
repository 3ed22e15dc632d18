import { describe, expect, it } from 'vitest';
import { headings } from '../../../src/rendering/headings.js';
import { html, render } from './render.js';

const box = (kind: string, title: string, content: string): string =>
  `<div class="alert alert-${kind}" role="note">\n` +
  `<p class="alert-title"${title === '' ? ' lang="en" dir="ltr"' : ''}>` +
  `${title === '' ? kind[0]!.toUpperCase() + kind.slice(1) : title}</p>\n${content}\n</div>`;

describe('an alert', () => {
  it.each(['note', 'tip', 'important', 'warning', 'caution'])('[9.alerts] may be a %s', (kind) => {
    const shown = box(kind, '', '<p>a <em>b</em></p>');
    expect(html(`> [!${kind.toUpperCase()}]\n> a *b*`)).toBe(shown);
    expect(html(`:::${kind}\na *b*\n:::`)).toBe(shown);
    expect(html(`!!! ${kind}\n    a *b*`)).toBe(shown);
  });

  it.each([
    ['info', 'note'],
    ['example', 'note'],
    ['anything-else', 'note'],
    ['constructor', 'note'],
    ['hint', 'tip'],
    ['attention', 'warning'],
    ['danger', 'caution'],
    ['bug', 'caution'],
  ])('[9.alerts] of the type %s is a %s', (type, kind) => {
    const shown = box(kind, '', '<p>a</p>');
    expect(html(`> [!${type}]\n> a`)).toBe(shown);
    expect(html(`::: ${type}\na\n:::`)).toBe(shown);
    expect(html(`??? ${type}\n    a`)).toBe(shown);
  });

  it.each([
    '> [!tip] Use *this*\n> a',
    '> [!tip]- Use *this*\n> a',
    '> [!Tip]+   Use *this*  \n> a',
    '> [!tip|wide] Use *this*\n>\n> a',
    '::: tip Use *this*\na\n:::',
    ':::tip Use *this* {#id}\n\na\n\n:::',
    ':::tip[Use *this*]\na\n:::',
    ':::tip[Use *this*]{.wide}\na\n:::',
    ':::tip{title="Use *this*"}\na\n:::',
    '!!! tip "Use *this*"\n    a',
    '??? tip inline end "Use *this*"\n\n    a',
    '???+ tip "Use *this*"\n\ta',
  ])('[9.alerts] shows its title instead of the name of its kind: %j', (markdown) => {
    const shown = html(markdown).replaceAll(/\n+/g, '\n');
    expect(shown).toBe(box('tip', 'Use <em>this</em>', '<p>a</p>'));
    expect(render(markdown).text).toBe('Use this\na');
  });

  it('may have a title only', () => {
    expect(html('> [!tip] Use this')).toBe(box('tip', 'Use this', '').replace('\n\n', '\n'));
    expect(html('> [!tip]')).toBe(box('tip', '', '').replace('\n\n', '\n'));
    expect(html(':::tip Use this\n:::')).toBe(box('tip', 'Use this', '').replace('\n\n', '\n'));
  });

  it.each([
    '> a\n> [!NOTE]',
    '> [!NOTE](/b)',
    '> [!NOTE][b]',
    '> [!two words]\n> a',
    '[!NOTE]',
    ':::tip\na',
    ':::tip\na\n::',
    '::::tip\na\n:::',
    '::tip\na\n:::',
    ':::\na\n:::',
    '::: {.tip}\na\n:::',
    ':::tip a :::',
    ':::tip, then\na\n:::',
    '    :::tip\n    a\n    :::',
    ':::tip\n> :::',
    '```\n:::tip\na\n:::\n```',
    '!!! tip',
    '!!! tip\na',
    '!!! tip\n   a',
    '!!! "tip"\n    a',
    '!! tip\n    a',
    '!!! tip "a\n    a',
    'Wow!!! tip\n    a',
  ])('[9.alerts] needs its whole form: %j is shown as it is', (markdown) => {
    expect(html(markdown)).not.toContain('class="alert');
    const { text } = render(markdown);
    for (const mark of markdown.match(/:::?|!!!?/g) ?? []) expect(text).toContain(mark);
  });

  it('[9.alerts] may contain blocks, and alerts of all forms', () => {
    const inner = box('note', '', '<p>b</p>');
    expect(html('::::tip\na\n:::note\nb\n:::\nc\n::::\nd')).toBe(
      `${box('tip', '', `<p>a</p>\n${inner}\n<p>c</p>`)}\n<p>d</p>`,
    );
    expect(html(':::tip\n:::note\nb\n:::\n:::')).toBe(box('tip', '', inner));
    expect(html('!!! tip\n    !!! note\n        b\n\n    > [!note]\n    > b\n\nc')).toBe(
      `${box('tip', '', `${inner}\n${inner}`)}\n<p>c</p>`,
    );
    expect(html(':::tip\n- a\n\n  :::note\n  b\n  :::\n:::')).toContain(
      `<p>a</p>\n${inner}\n</li>\n</ul>\n</div>`,
    );
    expect(html(':::tip\n```\n:::\n```\n:::')).toContain('<code>:::\n</code></pre>\n</div>');
    expect(html(':::tip\n``` a ```\n:::')).toBe(box('tip', '', '<p><code>a</code></p>'));
    expect(html('::::tip\n:::note\nb\n::::\n:::')).toBe(
      `${box('tip', '', '<p>:::note\nb</p>')}\n<p>:::</p>`,
    );
    expect(html('> :::tip\n> a\n> :::')).toBe(
      `<blockquote>\n${box('tip', '', '<p>a</p>')}\n</blockquote>`,
    );
  });

  it('[9.alerts] ends a paragraph before it, and is ended by a line that is not indented', () => {
    expect(html('a\n:::tip\nb\n:::\nc')).toBe(`<p>a</p>\n${box('tip', '', '<p>b</p>')}\n<p>c</p>`);
    expect(html('a\n!!! tip\n    b\nc')).toBe(`<p>a</p>\n${box('tip', '', '<p>b</p>')}\n<p>c</p>`);
  });

  it('that only arranges its content has no box', () => {
    expect(html('::: code-group\n```sh\na\n```\n:::')).toMatch(/^<pre .*<\/pre>$/s);
  });

  it.each([
    '=== "Use *this*"\n\n    a\nb',
    '===+ "Use *this*"\n    a\n\nb',
    ':::tab Use *this*\na\n:::\nb',
  ])('[9.tabs] shows a tab below its title: %j', (markdown) => {
    const title = '<p class="alert-title">Use <em>this</em></p>';
    expect(html(`x\n${markdown}`)).toBe(`<p>x</p>\n${title}\n<p>a</p>\n<p>b</p>`);
  });

  it.each(['=== "a"\nb', '=== a\n    b', 'x\n===\n    b', '=== ""\n    b', '== "a"\n    b'])(
    '[9.tabs] shows no tab without its whole form: %j',
    (markdown) => {
      expect(html(markdown)).not.toContain('alert-title');
      expect(html(markdown)).toContain('b');
    },
  );

  it('[1.section] contains no section', () => {
    expect(headings(':::tip\n# a\n:::\n\n# b').map(({ id }) => id)).toEqual(['s-b']);
    expect(headings('::: raw\n# a\n:::\n\n!!! tip\n    # a\n')).toEqual([]);
  });
});
