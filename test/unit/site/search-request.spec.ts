import { describe, expect, it } from 'vitest';
import { searchHref } from '../../../src/site/page-path.js';
import { searchRequest } from '../../../src/site/search-pages.service.js';

describe('searchRequest', () => {
  it('reads words, locale, tag and page', () => {
    expect(searchRequest({ q: ' two words ', locale: 'PT-br', tag: ' x ', page: '3' })).toEqual({
      q: 'two words',
      locale: 'pt-BR',
      tag: 'x',
      page: 3,
    });
  });

  it.each<[query: Record<string, unknown>, request: Record<string, unknown>]>([
    [{}, { q: '' }],
    [{ q: ['a', 'b'], locale: { a: 'b' }, page: ['2'] }, { q: '' }],
    [{ q: 'a', page: '-1' }, {}],
    [{ q: 'a', page: '0' }, {}],
    [{ q: 'a', page: '1e3' }, {}],
    [{ q: 'a', page: '999999999' }, { page: 100 }],
    [{ q: 'a', locale: '!!' }, { locale: '' }],
  ])('reads %j as a valid request', (query, request) => {
    expect(searchRequest(query)).toEqual({ q: 'a', locale: null, tag: null, page: 1, ...request });
  });
});

describe('searchHref', () => {
  it('makes an address that is read back as the same request', () => {
    const request = { q: 'a&b=c #1 문서', locale: 'ko', tag: 'x y', page: 2 };
    const { searchParams } = new URL(searchHref(request, 2), 'https://docs.example.org');
    expect(searchRequest(Object.fromEntries(searchParams))).toEqual(request);
  });
});
