import type { HostileDocument } from './hostile-document.js';

const BREAKOUT =
  '"\'></title></script></style></textarea><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Attacks in all fields but the content: titles, descriptions, tags, sources and authors. */
export const FIELDS: readonly HostileDocument[] = [
  { name: 'a title that ends the title', fields: { title: BREAKOUT } },
  {
    name: 'a title that is an entity',
    fields: { title: '&lt;script&gt;alert(1)&lt;/script&gt; &quot;' },
  },
  {
    name: 'a title that ends the data of the page',
    fields: { title: '</script><!--<script>alert(1)' },
  },
  { name: 'a title of one long word', fields: { title: 'W'.repeat(200) } },
  { name: 'a title of marks', fields: { title: `a${'\u0489'.repeat(199)}` } },
  { name: 'a title in Markdown', fields: { title: '[a](javascript:alert(1)) ![b](//evil.test)' } },
  { name: 'a title that is a template', fields: { title: '${alert(1)} {{alert(1)}} <%= 1 %>' } },
  { name: 'a description that ends the attribute', fields: { description: BREAKOUT } },
  {
    name: 'a description that ends the summary',
    fields: { description: ']]></summary><script>alert(1)</script>' },
  },
  { name: 'a description of one long word', fields: { description: 'W'.repeat(500) } },
  { name: 'a description of many lines', fields: { description: 'a\n'.repeat(200) } },
  {
    name: 'tags that end the attribute',
    fields: {
      tags: ['"><script>alert(1)</script>', "'onclick='alert(1)", '../../api', '//evil.test'],
    },
  },
  {
    name: 'tags that are addresses',
    fields: { tags: ['javascript:alert(1)', '?q=<script>', '#main', '%00', '%2e%2e', '\\evil'] },
  },
  {
    name: 'tags of one long word',
    fields: { tags: Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(50, 'W')) },
  },
  { name: 'an author that ends the attribute', fields: { author: { kind: 'ai', name: BREAKOUT } } },
  {
    name: 'an author of one long word',
    fields: { author: { kind: 'x'.repeat(40), name: 'W'.repeat(120) } },
  },
  {
    name: 'an author who pretends to be a person',
    fields: { author: { kind: 'persona', name: 'A person' } },
  },
  {
    name: 'sources that end the attribute',
    fields: {
      sources: [
        'https://a.test/"onmouseover="alert(1)',
        "https://a.test/'><script>alert(1)</script>",
      ],
    },
  },
  {
    name: 'sources that deceive',
    fields: { sources: ['https://xn--80ak6aa92e.test/', 'http://[::1]/'] },
  },
  {
    name: 'a source of one long word',
    fields: { sources: [`https://a.test/${'W'.repeat(2_000)}`] },
  },
];
