import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignAccount } from './accounts.js';
import { PAUSE_MS } from './actor.js';
import type { Cluster } from './cluster.js';
import type { History } from './history.js';
import { TIMEOUT_MS } from './interfaces.js';
import type { PictureStock } from './pictures.js';
import type { Random } from './random.js';

/** A missing picture in the answer to a write. */
export interface Missing {
  readonly sha256: string;
  readonly uploadUrl: string;
}

/** A client that uploads the pictures of an account. */
export class Uploader {
  constructor(
    private readonly cluster: Cluster,
    private readonly stock: PictureStock,
    private readonly history: History,
    private readonly account: CampaignAccount,
    private readonly random: Random,
  ) {}

  /**
   * Uploads a missing picture in a random way: with a key, at its upload address, in both ways, or twice at the upload
   * address. Sometimes sends no upload.
   */
  async uploadMissing({ sha256, uploadUrl }: Missing): Promise<void> {
    const { random } = this;
    const address = new URL(uploadUrl).pathname;
    const dice = random.real();
    if (dice < 0.3) return this.upload(sha256);
    if (dice < 0.6) await this.upload(sha256, address);
    else if (dice < 0.8) await Promise.all([this.upload(sha256, address), this.upload(sha256)]);
    else if (dice < 0.9) {
      await Promise.all([this.upload(sha256, address), this.upload(sha256, address)]);
    }
    // Sometimes sends one more upload to the address, usually the second upload. An address must accept only one
    // upload.
    if (random.chance(0.2)) await this.put(sha256, address);
  }

  /**
   * Uploads a picture. If no answer or a 5xx comes, tries again, with at most four attempts in all. Sometimes stops
   * earlier.
   * @param address upload address. Without an address, the upload uses a key
   */
  async upload(sha256: string, address?: string): Promise<void> {
    const { random } = this;
    for (let tries = 0; tries < 4; tries += 1) {
      const status = await this.put(sha256, address);
      if (status !== undefined && status < 500) return;
      await sleep(PAUSE_MS * random.real());
      if (random.chance(0.1)) return;
    }
  }

  private async put(sha256: string, address?: string): Promise<number | undefined> {
    const { account, random, history } = this;
    const { url } = random.pick(this.cluster.apis);
    const { key } = random.pick(account.keys);
    const from = performance.now();
    const outcome = await fetch(url + (address ?? `/api/v1/pictures/${sha256}`), {
      method: 'PUT',
      headers: { ...(address === undefined && { Authorization: `Bearer ${key}` }) },
      body: new Uint8Array(this.stock.get(sha256)!),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: Error) => ({ text: `${error.name}: ${error.message}` }),
    );
    const sent = { account, sha256, address, from, to: performance.now(), ...outcome };
    history.uploads.push(sent);
    return 'status' in outcome ? outcome.status : undefined;
  }
}
