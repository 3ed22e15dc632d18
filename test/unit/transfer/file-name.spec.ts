import { describe, expect, it } from 'vitest';
import { fileName } from '../../../src/transfer/markdown-files.js';

describe('the name of an exported file', () => {
  it('is the slug', () => {
    expect(fileName('문서-게시')).toBe('문서-게시.md');
  });

  it('has at most 255 bytes, and differs for different slugs', () => {
    const slug = '𠮷'.repeat(120);
    const [name, other] = [fileName(slug), fileName(`${slug.slice(2)}a`)];
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^𠮷+-[0-9a-f]{16}\.md$/u);
    expect(other).not.toBe(name);
  });
});
