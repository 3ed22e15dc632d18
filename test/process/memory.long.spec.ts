import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { dialDeaf } from '../setup/deaf.js';
import { openDesk } from '../setup/desk.js';
import { LONGEST } from '../setup/document.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { rpc, toolCall } from '../setup/rpc.js';

const CALLERS = 16;
/** Number of documents that the callers create and read. */
const LIVES = 160;
/** Maximum memory of the process with its threads, in MiB; docs/performance.md has the measured values. */
const MAX_AT_REST = 165;
const MAX_UNDER_LOAD = 450;

/**
 * Number of clients that request a page of 6 MB and do not read it. The operating system buffers 2.5 MB for each
 * client.
 */
const DEAF = 80;
/**
 * Maximum growth of the memory, in MiB, including the memory of the indexing thread. A copy of the page for each client
 * would take 480 MiB in total.
 */
const MAX_FOR_DEAF = 200;

const desk = await openDesk();
const { pid } = desk;
afterAll(() => desk.close());

/** Returns the memory of the process, in MiB: the current value, or the peak since `forgetPeak`. */
function memory(which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) / 1_024;
}

const forgetPeak = (): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Sends the requests that a document gets in its first minute. */
async function life(text: string): Promise<void> {
  const { id, url } = await released(desk.api, { content: text });
  for (let time = 0; time < 5; time += 1) {
    expectAccepted(await desk.api.read(id), 200);
    expectAccepted(await desk.api.list(), 200);
    await rpc(desk.url, desk.key, toolCall('get_publication', { id }));
    for (const address of [url, `${url}.md`, `${desk.url}/search.json?q=medlar`]) {
      await (await fetch(address)).arrayBuffer();
    }
  }
  expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Another' }), 200);
}

describe('the memory of the service', () => {
  it('is less than 165 MiB before the first request', () => {
    expect(memory('VmRSS')).toBeLessThan(MAX_AT_REST);
  });

  it('stays below 450 MiB while the service writes, releases and reads', async () => {
    const text = 'A medlar, *bletted*, and `code`.\n\n'.repeat(120);
    forgetPeak();
    let left = LIVES;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (left-- > 0) await life(text);
    });
    await Promise.all(callers);
    expect(memory('VmHWM')).toBeLessThan(MAX_UNDER_LOAD);
  });

  it('grows by less than 200 MiB if 80 clients request a page of 6 MB and do not read it', async () => {
    const { url } = await released(desk.api, { content: LONGEST });
    const page = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
    expect((await page.arrayBuffer()).byteLength).toBeGreaterThan(5_000_000);
    const before = memory('VmRSS');
    forgetPeak();
    const deaf = await dialDeaf(url, DEAF);
    await sleep(5_000);
    const most = memory('VmHWM') - before;
    for (const socket of deaf) socket.destroy();
    expect(most).toBeLessThan(MAX_FOR_DEAF);
  });
});
