import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { releasedFile, quotedScalar } from '../../../src/site/front-matter.js';
import { samplePage } from './sample-page.js';

describe('quotedScalar', () => {
  it.each([
    ['quotation marks', `say "it's"`, String.raw`"say \"it's\""`],
    ['line breaks', 'a\r\nb\n---\n', String.raw`"a\r\nb\n---\n"`],
    ['the line breaks that only YAML has', 'a\u0085b\u2028c', String.raw`"a\u0085b\u2028c"`],
    ['characters that YAML does not print', '\u007f\ufeff\uffff', String.raw`"\u007f\ufeff\uffff"`],
    ['a word that YAML would not read as text', 'null', '"null"'],
    ['special characters of YAML', '- *a: &b #c', '"- *a: &b #c"'],
    ['every script', '문서 हिन्दी 👩', '"문서 हिन्दी 👩"'],
  ])('quotes %s', (_what, text, expected) => {
    expect(quotedScalar(text)).toBe(expected);
  });

  it('stays on one line and keeps every character', () => {
    const sign = integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    assert(
      property(string({ unit: sign }), (text) => {
        const scalar = quotedScalar(text);
        // All characters that YAML 1.2 (5.1) allows unescaped, except the line breaks of YAML 1.1.
        expect(scalar).toMatch(
          /^[\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\u{10000}-\u{10ffff}\ue000-\ufffd]*$/u,
        );
        expect(JSON.parse(scalar)).toBe(text);
      }),
    );
  });
});

describe('releasedFile', () => {
  it('puts the metadata of the release before the Markdown', () => {
    const page = samplePage({
      locale: 'ko',
      slug: '문서',
      title: 'A "title": ---',
      description: 'Two\nlines',
      tags: ['one', '- two'],
      sources: ['https://example.org/?a=1#b'],
      approvedBy: 'Ada: "Countess"',
      approvedVia: 'desk',
      markdown: '---\nnot: front matter\n---\n# Text\n',
    });
    expect(releasedFile(page, 'https://docs.example.org')).toBe(String.raw`---
locale: "ko"
slug: "문서"
title: "A \"title\": ---"
description: "Two\nlines"
author:
  kind: "ai"
  name: "Desk"
digitalSourceType: "trainedAlgorithmicMedia"
tags:
  - "one"
  - "- two"
sources:
  - "https://example.org/?a=1#b"
version: 3
firstPublishedAt: "2026-11-01T10:00:00.000Z"
publishedAt: "2026-11-21T09:00:00.123Z"
approvedBy: "Ada: \"Countess\""
publisher: "The Account"
approvedVia: "desk"
record: "https://docs.example.org/ko/%EB%AC%B8%EC%84%9C@3.jws"
url: "https://docs.example.org/ko/%EB%AC%B8%EC%84%9C"
---

---
not: front matter
---
# Text
`);
  });

  it('[9.page-machine-made] has no digital source type for people and services', () => {
    for (const authorKind of ['person', 'service']) {
      expect(releasedFile(samplePage({ authorKind }), '')).not.toContain('digitalSource');
    }
  });

  it('[9.released-by] names no person without an approver, and has approvedVia "key" if it is unknown how the approver confirmed', () => {
    const file = releasedFile(samplePage({ accountName: null }), '');
    expect(file).not.toMatch(/approved|publisher/);
    // Before the service recorded how the name of an approver was confirmed, it stored such pages: with an approver,
    // but without `approvedVia`.
    const before = releasedFile(samplePage({ approvedBy: 'Ada' }), '');
    expect(before).toContain('\napprovedVia: "key"\n');
  });

  it('writes empty lists as []', () => {
    expect(releasedFile(samplePage(), '')).toContain('\ntags: []\nsources: []\n');
  });
});
