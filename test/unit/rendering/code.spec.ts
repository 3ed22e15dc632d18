import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const html = (markdown: string): string => render(markdown).html;

describe('a code block', () => {
  it('is coloured by classes if it names a language', () => {
    expect(html('```JS title="x"\nlet a\n```')).toBe(
      '<pre tabindex="0"><code class="hljs language-js"><span class="hljs-keyword">let</span> a\n</code></pre>',
    );
  });

  it.each(['c++', 'dockerfile', 'toml', 'tsx', 'sh', 'proto', 'powershell'])('knows %s', (name) => {
    expect(html(`~~~${name}\na\n~~~`)).toContain(`class="hljs language-${name}"`);
  });

  it('stays plain without a language or with one that is not known', () => {
    expect(html('```\nlet a\n```')).toBe('<pre tabindex="0"><code>let a\n</code></pre>');
    expect(html('```klingon\nlet a\n```')).toBe('<pre tabindex="0"><code>let a\n</code></pre>');
  });

  it('stays plain if it is very long', () => {
    expect(html(`\`\`\`js\n${'let a;\n'.repeat(4_000)}\`\`\``)).not.toContain('hljs');
  });
});
