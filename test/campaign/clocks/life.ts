import { isDeepStrictEqual } from 'node:util';
import { signIn } from '../../desk/person.js';
import { marked, newMarker } from '../../erasure/marker.js';
import { type Client, client } from '../../setup/client.js';
import { newDocument } from '../../setup/document.js';
import { operator } from '../../setup/operator.js';
import type { Random } from '../random.js';
import type { TwoClocks } from './two-clocks.js';

/** A person's decision about a version. */
interface Verdict {
  readonly by: string;
  readonly via: 'desk' | 'key';
}

/** What the service must say about a version. */
export interface VersionModel {
  readonly marker: string;
  /** The last decision that released the version. */
  released?: Verdict;
  returned?: { readonly by: string; readonly note: string };
  erased?: true;
}

const WAIT = { Prefer: 'wait=20' };
const REASON = ['--reason', 'a test'] as const;

/**
 * The life of one document: each step is taken at a process that is drawn at random, and what the service then says is
 * compared with a model, which is made of the accepted steps alone.
 */
export class Life {
  readonly marker = newMarker();
  readonly versions: VersionModel[] = [];
  /** Decisions that were accepted. */
  decisions = 0;
  id = '';
  /** 0: no version is public. */
  publicVersion = 0;
  isErased = false;
  readonly violations: string[] = [];
  private readonly people = ['Ada', 'Grace'].map((name) => `${name} ${this.marker}`);

  constructor(
    private readonly pair: TwoClocks,
    private readonly random: Random,
  ) {}

  async live(steps: number): Promise<void> {
    const fields = this.nextFields();
    const { status, body } = await this.api().create(newDocument(fields));
    if (status !== 201) throw new Error(`create: ${status}`);
    this.id = body.id;
    for (let step = 0; step < steps; step += 1) {
      const name = this.random.pick(this.possible());
      await this[name]();
      await this.compare(name);
    }
  }

  private possible(): ('update' | 'atDesk' | 'overHttp' | 'sendBack' | 'withdraw' | 'eraseOld')[] {
    const { version, current } = this;
    const isPublic = this.publicVersion === version;
    const canErase = this.erasable().length > 0;
    return [
      'update',
      ...(isPublic ? [] : (['atDesk', 'atDesk', 'overHttp', 'overHttp'] as const)),
      ...(isPublic || current.returned ? [] : (['sendBack'] as const)),
      ...(this.publicVersion > 0 ? (['withdraw', 'withdraw'] as const) : []),
      ...(canErase ? (['eraseOld'] as const) : []),
    ];
  }

  private async update(): Promise<void> {
    const expectedVersion = this.version;
    const { status } = await this.api().update(this.id, { expectedVersion, ...this.nextFields() });
    this.expectStatus('update', status, 200);
  }

  private async atDesk(): Promise<void> {
    const by = await this.decide('release', {});
    this.current.released = { by, via: 'desk' };
    this.publicVersion = this.version;
  }

  private async overHttp(): Promise<void> {
    const by = this.random.pick(this.people);
    const input = { expectedVersion: this.version, approvedBy: by };
    const { status } = await this.api().publish(this.id, input, { headers: WAIT });
    this.expectStatus('publish', status, 202);
    this.current.released = { by, via: 'key' };
    this.publicVersion = this.version;
    this.decisions += 1;
  }

  private async sendBack(): Promise<void> {
    const note = `Not yet ${this.current.marker}`;
    this.current.returned = { by: await this.decide('send-back', { note }), note };
  }

  private async withdraw(): Promise<void> {
    await operator(this.pair.databaseUrl, 'publications', 'withdraw', this.id, ...REASON);
    this.publicVersion = 0;
  }

  private async eraseOld(): Promise<void> {
    const version = this.random.pick(this.erasable());
    const words = ['--version', String(version), ...REASON];
    await operator(this.pair.databaseUrl, 'publications', 'erase', this.id, ...words);
    this.versions[version - 1]!.erased = true;
  }

  /** Erases the whole document. */
  async erase(): Promise<void> {
    await operator(this.pair.databaseUrl, 'publications', 'erase', this.id, ...REASON);
    this.isErased = true;
    for (const url of this.pair.urls) {
      const { status } = await client(url, this.pair.key).read(this.id);
      this.expectStatus('read of an erased document', status, 404);
    }
  }

  /** Sends a form of the desk. @returns the person who decided */
  private async decide(what: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const { pair, random, id } = this;
    const url = random.pick(pair.urls);
    const { name, key } = random.pick(pair.approvers);
    const person = await signIn(url, key, pair.origin);
    const action = `/desk/${id}/${what}`;
    const form = { ...(await person.form(`/desk/${id}`, action)), ...fields };
    const { status } = await person.post(action, form, { Origin: pair.origin });
    this.expectStatus(what, status, 303);
    this.decisions += 1;
    return name;
  }

  /** Compares what both processes say about the working and the public version with the model. */
  private async compare(after: string): Promise<void> {
    const { version, current, publicVersion } = this;
    const released = publicVersion > 0 ? this.versions[publicVersion - 1]!.released! : null;
    const isReturned = current.returned !== undefined && publicVersion !== version;
    const wanted = {
      version,
      publishedVersion: publicVersion || null,
      approvedBy: released?.by ?? null,
      approvedVia: released?.via ?? null,
      returned: isReturned ? { version, ...current.returned } : null,
    };
    for (const url of this.pair.urls) {
      const { body } = await client(url, this.pair.key).read(this.id, WAIT);
      const { publishedVersion, approvedBy, approvedVia, returned } = body;
      const { at: _, ...told } = returned ?? { at: '' };
      const seen = { version: body.version, publishedVersion, approvedBy, approvedVia };
      const found = { ...seen, returned: returned && told };
      if (!isDeepStrictEqual(found, wanted))
        this.violations.push(`${this.id} after ${after}: ${JSON.stringify({ found, wanted })}`);
    }
  }

  private expectStatus(what: string, status: number, wanted: number): void {
    if (status !== wanted) this.violations.push(`${this.id} ${what}: ${status}, not ${wanted}`);
  }

  private nextFields(): Readonly<Record<string, unknown>> {
    const marker = newMarker();
    this.versions.push({ marker });
    return { ...marked(`${this.marker}${marker}`), tags: [marker], intent: 'review' };
  }

  private api(): Client {
    return client(this.random.pick(this.pair.urls), this.pair.key);
  }

  private erasable(): number[] {
    return this.versions
      .map((_, index) => index + 1)
      .filter((one) => one !== this.version && one !== this.publicVersion)
      .filter((one) => !this.versions[one - 1]!.erased);
  }

  private get version(): number {
    return this.versions.length;
  }

  private get current(): VersionModel {
    return this.versions.at(-1)!;
  }
}
