import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { histories } from './interleavings.js';

const HISTORIES = 5_000;
const TIMEOUT_MS = 3_600_000;

describe('a withdrawal, a return or an erasure between any two steps', () => {
  it(
    '[3.withdrawn-told] [8.asked-moved-on] [13.moved-on] lets nobody release who was not told, in 5,000 random histories',
    async () => {
      expect(await histories(await sharedDesk(), 1_000, HISTORIES)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
