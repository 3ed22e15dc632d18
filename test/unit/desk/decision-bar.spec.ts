import { describe, expect, it } from 'vitest';
import { type Decidable, decisionBar } from '../../../src/desk/decision-bar.js';
import { DeskText } from '../../../src/desk/desk-layout.js';
import type { Session } from '../../../src/desk/desk-sessions.service.js';

const publication = {
  id: 'p',
  version: 2,
  publishedVersion: 1,
  state: 'review',
  publishError: null,
  approvals: [],
} as unknown as Decidable['publication'];
const document = {
  publication,
  next: undefined,
  keys: { release: 'a', sendBack: 'b' },
  filter: { locale: null, writer: null },
};
const changes = { summary: { hidden: { characters: [], words: [] } } } as unknown as NonNullable<
  Decidable['changes']
>;
const barOf = (seen: Decidable['changes']) =>
  decisionBar(
    { ...document, changes: seen },
    { name: 'Ada', approvals: 1 } as Session,
    new DeskText('en'),
  ).text.match(/>(?:Release|Send back|Load again)</g);

describe('the decision bar', () => {
  it('[13.unseen] releases nothing whose differences could not be shown, and loads the page again', () => {
    expect(barOf(changes)).toEqual(['>Release<', '>Send back<', '>Send back<']);
    expect(barOf(null)).toEqual(['>Load again<', '>Send back<', '>Send back<']);
  });
});
