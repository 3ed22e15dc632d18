import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const html = (markdown: string): string => render(markdown).html;

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

  it('is coloured the same at every rendering of its document', () => {
    const markdown = `\`\`\`java\n${'$'.repeat(9_000)}\n\`\`\`\n`.repeat(3);
    expect(html(markdown)).toBe(html(markdown));
  });
});
