import { randomUUID } from 'node:crypto';
import { Random } from '../campaign/random.js';
import { hiddenOf, newPerson, type Person } from '../desk/person.js';
import type { AnswerBody, Client } from '../setup/client.js';
import type { SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { modern, rpc, type RpcAnswer, toolCall } from '../setup/rpc.js';

/** An account, and everybody who acts for it. */
interface Cast {
  readonly key: string;
  readonly api: Client;
  readonly person: Person;
  /** Whether a person confirms each release of the account. */
  readonly isConfirmed: boolean;
}

/** What somebody was told: how many withdrawals there had been, and which versions had been sent back. */
interface Told {
  readonly withdrawals: number;
  readonly returned: ReadonlySet<number>;
}

/** One step of a flow. Returns what the sender of a release was told before it; `null` if the step must release nothing. */
type Step = () => Promise<Told | null>;

/** One random history of one document. Steps of several flows alternate, and people interfere between any two of them. */
class History {
  private withdrawals = 0;
  private isWithdrawn = false;
  private isErased = false;
  private readonly returned = new Set<number>();
  private accepted: { readonly idempotencyKey: string; readonly version: number } | undefined;
  private document!: AnswerBody;
  readonly faults: string[] = [];
  /** The steps so far, for the report of a fault. */
  private readonly steps: string[] = [];

  constructor(
    private readonly desk: SharedDesk,
    private readonly cast: Cast,
    private readonly random: Random,
  ) {}

  /** Plays the history. Returns the faults that it found. */
  async play(): Promise<string[]> {
    this.document = (await this.cast.api.create(newDocument({ intent: 'review' }))).body;
    const flows = [this.form(), this.form(), this.preview(), this.replay(), this.wait()];
    flows.push(...(this.cast.isConfirmed ? [this.question(), this.question()] : [this.program()]));
    while (flows.length > 0 && !this.isErased) {
      const [name, steps] = this.random.pick(flows);
      const step = steps.shift();
      if (steps.length === 0)
        flows.splice(
          flows.findIndex(([, rest]) => rest === steps),
          1,
        );
      if (step) await this.take(name, step);
      if (this.random.chance(0.4)) await this.take(...this.interference());
    }
    return this.faults.map((fault) => `${fault} after ${this.steps.join(', ')}`);
  }

  private get told(): Told {
    return { withdrawals: this.withdrawals, returned: new Set(this.returned) };
  }

  /** Takes a step, waits for its release, and checks what the document is now. */
  private async take(name: string, step: Step): Promise<void> {
    this.steps.push(name);
    const before = this.document;
    const told = await step();
    const { status, body } = await this.cast.api.read(before.id, { Prefer: 'wait=30' });
    if (this.isErased) {
      if (status !== 404) this.faults.push(`an erased document is answered with ${status}`);
      return;
    }
    this.document = body;
    const isNew =
      body.publishedVersion !== null && body.publishedVersion !== before.publishedVersion;
    if (isNew) this.checkRelease(body.publishedVersion!, told);
    if ((body.withdrawn !== null) !== this.isWithdrawn) {
      this.faults.push(`withdrawn is ${JSON.stringify(body.withdrawn)}`);
    }
    if (this.isWithdrawn) await this.checkNote();
  }

  /** What was withdrawn or sent back is public again only by somebody who was told. */
  private checkRelease(version: number, told: Told | null): void {
    if (told === null) this.faults.push(`version ${version} was released by nobody`);
    else if (this.isWithdrawn && told.withdrawals < this.withdrawals) {
      this.faults.push(`version ${version} is public by somebody who did not know of a withdrawal`);
    } else if (this.returned.has(version) && !told.returned.has(version)) {
      this.faults.push(
        `version ${version} is public by somebody who did not know it was sent back`,
      );
    }
    this.isWithdrawn = false;
  }

  private async checkNote(): Promise<void> {
    const { id } = this.document;
    const { text } = await rpc(this.desk.url, this.cast.key, toolCall('get_publication', { id }));
    if (
      !text.includes('an operator withdrew the document') ||
      text.includes('publish_publication')
    ) {
      this.faults.push(`a read says of a withdrawn document: ${text}`);
    }
  }

  private interference(): [string, Step] {
    const choice = this.random.real();
    if (choice < 0.45 && (this.document.publishedVersion !== null || this.isWithdrawn)) {
      return ['withdraw', () => this.withdraw()];
    }
    if (choice < 0.7 && this.document.state === 'review')
      return ['send back', () => this.sendBack()];
    if (choice < 0.73) return ['erase', () => this.erase()];
    return ['update', () => this.update()];
  }

  private async withdraw(): Promise<null> {
    await this.operator('withdraw');
    this.withdrawals += 1;
    this.isWithdrawn = true;
    return null;
  }

  private async erase(): Promise<null> {
    await this.operator('erase');
    this.isErased = true;
    return null;
  }

  private operator(command: string): Promise<unknown> {
    const words = ['publications', command, this.document.id, '--reason', 'a reason'];
    return operator(this.desk.databaseUrl, ...words);
  }

  private async sendBack(): Promise<null> {
    const path = `/desk/${this.document.id}`;
    const form = await this.cast.person.form(path, `${path}/send-back`);
    await this.cast.person.post(`${path}/send-back`, { ...form, note: 'Not yet.' });
    this.returned.add(this.document.version);
    return null;
  }

  private async update(): Promise<null> {
    const { id, version } = this.document;
    const intent = this.random.chance(0.7) ? 'review' : 'draft';
    const change = { expectedVersion: version, title: `Title ${this.random.real()}`, intent };
    await this.cast.api.update(id, change);
    return null;
  }

  /** A person opens the page of the document at the desk, and later releases what the page showed. */
  private form(): [string, Step[]] {
    let told: Told | null = null;
    let form: Record<string, string> = {};
    const path = `/desk/${this.document.id}`;
    const open: Step = async () => {
      const { text } = await this.cast.person.open(path);
      told = this.told;
      form = hiddenOf(text, `${path}/release`);
      if (this.isWithdrawn && !text.includes('An operator withdrew the document')) {
        this.faults.push('the desk does not tell of a withdrawal');
      }
      return null;
    };
    const release: Step = async () => {
      await this.cast.person.post(`${path}/release`, form);
      return told;
    };
    return ['form', [open, release]];
  }

  /** The host asks a person, who answers later; a question that is asked again is answered later still. */
  private question(): [string, Step[]] {
    const idempotencyKey = randomUUID();
    let version = 0;
    let told: Told | null = null;
    let requestState: string | undefined;
    const send = async (more: object): Promise<void> => {
      const args = { id: this.document.id, expectedVersion: version, idempotencyKey };
      const { message } = await this.publish(args, more);
      if (message.result?.isError === undefined && message.result?.requestState === undefined) {
        this.accepted = { idempotencyKey, version };
      }
      requestState = message.result?.requestState as string | undefined;
    };
    const ask: Step = async () => {
      ({ version } = this.document);
      await send({});
      told = this.told;
      return null;
    };
    const answer: Step = async () => {
      if (requestState === undefined) return null;
      const content = { decision: 'release', name: 'Grace' };
      const inputResponses = { approval: { action: 'accept', content } };
      const toldBefore = told;
      await send({ requestState, inputResponses });
      told = this.told;
      return toldBefore;
    };
    return ['question', [ask, answer, answer]];
  }

  private publish(args: object, more: object): Promise<RpcAnswer> {
    const call = { name: 'publish_publication', arguments: args, ...more };
    const { body, headers } = modern('tools/call', call);
    const { params } = body as { params: { _meta: Record<string, unknown> } };
    params._meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { form: {} } };
    return rpc(this.desk.url, this.cast.key, body, headers);
  }

  /** A program reads the document, and later publishes it if it is still what it read. */
  private program(): [string, Step[]] {
    const idempotencyKey = randomUUID();
    let told: Told | null = null;
    let tag = '';
    let version = 0;
    const read: Step = async () => {
      const { headers, body } = await this.cast.api.read(this.document.id);
      told = this.told;
      tag = headers.get('ETag')!;
      ({ version } = body);
      return null;
    };
    const publish: Step = async () => {
      const { status } = await this.cast.api.publish(
        this.document.id,
        { expectedVersion: version },
        { key: idempotencyKey, headers: { 'If-Match': tag } },
      );
      if (status === 202) this.accepted = { idempotencyKey, version };
      return told;
    };
    return ['program', [read, publish]];
  }

  /** Somebody repeats a publish that was accepted before. */
  private replay(): [string, Step[]] {
    const repeat: Step = async () => {
      if (!this.accepted) return null;
      const { idempotencyKey, version } = this.accepted;
      if (this.cast.isConfirmed) {
        await this.publish({ id: this.document.id, expectedVersion: version, idempotencyKey }, {});
      } else {
        const input = { expectedVersion: version };
        await this.cast.api.publish(this.document.id, input, { key: idempotencyKey });
      }
      return null;
    };
    return ['replay', [repeat, repeat, repeat]];
  }

  private wait(): [string, Step[]] {
    const wait: Step = async () => {
      await this.cast.api.read(this.document.id, { Prefer: 'wait=1' });
      return null;
    };
    return ['wait', [wait, wait]];
  }

  /** Somebody has the address of a preview, and opens it later. */
  private preview(): [string, Step[]] {
    let url = '';
    const find: Step = async () => {
      const path = `/api/v1/publications/${this.document.id}?view=preview`;
      const { body } = await this.cast.api.request('GET', path);
      const { preview } = body as unknown as { preview?: { url: string } };
      if (!preview) throw new Error(`No preview: ${JSON.stringify(body)}`);
      ({ url } = preview);
      return null;
    };
    const open: Step = async () => {
      const page = await (await fetch(url)).text();
      if (this.isWithdrawn && !page.includes('an operator withdrew the document')) {
        this.faults.push('a preview does not tell of a withdrawal');
      }
      return null;
    };
    return ['preview', [find, open]];
  }
}

/** An account with this release rule. */
async function castUnder(desk: SharedDesk, rule: 'confirmed' | 'any-key'): Promise<Cast> {
  const { key, api, accountId } = await desk.caller({ limit: 1_000_000 });
  await operator(desk.databaseUrl, 'accounts', 'set-release-rule', accountId, rule);
  const person = await newPerson(desk, accountId);
  return { key, api, isConfirmed: rule === 'confirmed', person };
}

/** Plays histories with the seeds from `first` on, some at a time. Returns the faults, with their seeds. */
export async function histories(desk: SharedDesk, first: number, count: number): Promise<string[]> {
  const [confirmed, free] = await Promise.all([
    castUnder(desk, 'confirmed'),
    castUnder(desk, 'any-key'),
  ]);
  const seeds = Array.from({ length: count }, (_, at) => first + at).values();
  const faults: string[] = [];
  const play = async (): Promise<void> => {
    for (const seed of seeds) {
      const history = new History(desk, seed % 2 === 0 ? confirmed : free, new Random(seed));
      faults.push(...(await history.play()).map((fault) => `seed ${seed}: ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: 6 }, play));
  return faults;
}
