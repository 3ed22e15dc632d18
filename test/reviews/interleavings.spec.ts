import { describe, expect, it } from 'vitest';
import { signIn } from '../desk/person.js';
import { sharedDesk } from '../setup/desk.js';
import { casts, histories } from './interleavings.js';

const HISTORIES = 16;

describe('a withdrawal, a return or an erasure between any two steps', () => {
  it('[3.withdrawn-told] [8.asked-moved-on] [13.moved-on] lets nobody release who was not told, in random histories', async () => {
    const desk = await sharedDesk();
    expect(await histories(desk, await casts(desk, signIn), 1, HISTORIES)).toEqual([]);
  });
});
