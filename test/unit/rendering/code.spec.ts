import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const html = (markdown: string): string => render(markdown).html;

const block = (lines: number) => `\`\`\`js\n${'let a;\n'.repeat(lines)}\`\`\`\n`;
const coloured = (markdown: string) => html(markdown).split('language-js').length - 1;
const formulas = (text: string, count: number) =>
  html(text.repeat(count)).split('<math').length - 1;

describe('a code block', () => {
  it('is coloured with classes if it specifies a language', () => {
    expect(html('```JS title="x"\nlet a\n```')).toBe(
      '<pre tabindex="0"><code class="hljs language-js"><span class="hljs-keyword">let</span> a\n</code></pre>',
    );
  });

  it.each(['c++', 'dockerfile', 'toml', 'tsx', 'sh', 'proto', 'powershell'])(
    'can have the language %s',
    (name) => {
      expect(html(`~~~${name}\na\n~~~`)).toContain(`class="hljs language-${name}"`);
    },
  );

  it('stays plain without a language or with an unknown language', () => {
    expect(html('```\nlet a\n```')).toBe('<pre tabindex="0"><code>let a\n</code></pre>');
    expect(html('```klingon\nlet a\n```')).toBe('<pre tabindex="0"><code>let a\n</code></pre>');
  });

  it('stays plain if it is very long', () => {
    expect(html(`\`\`\`js\n${'let a;\n'.repeat(4_000)}\`\`\``)).not.toContain('hljs');
  });

  it('stays plain if its cost exceeds the rest of the work budget; a shorter block after it is still coloured', () => {
    expect(coloured(block(1_900))).toBe(1);
    expect(coloured(block(1_000).repeat(5))).toBe(3);
    expect(coloured(block(1_000).repeat(5) + block(100))).toBe(4);
    expect(coloured(block(100).repeat(250))).toBe(250);
  });

  it('is coloured the same at every rendering of its document', () => {
    const markdown = `\`\`\`java\n${'$'.repeat(9_000)}\n\`\`\`\n`.repeat(3);
    expect(html(markdown)).toBe(html(markdown));
  });
});

describe('formulas', () => {
  it('are rendered as MathML until the work budget of the document is used up', () => {
    expect(formulas('$x$ ', 20_000)).toBe(20_000);
    expect(formulas('$x$ ', 50_000)).toBe(25_000);
  });
});
