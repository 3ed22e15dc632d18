import type { AnswerBody } from '../setup/client.js';
import { hiddenOf } from '../desk/person.js';
import { type Order, type Reply, TIMEOUT_MS, wholeOf } from './interfaces.js';

interface Session {
  readonly cookie: string;
  /** The token in every form of the session. */
  readonly token: string;
}

const SIGN_IN = '/desk/sign-in';
const ENDED = 'session_ended';
/**
 * The code for each heading of a page that refuses a form. If the API can refuse the same decision, its refusal has the
 * same code.
 */
const CODES: Readonly<Record<string, string>> = {
  'The document has changed': 'moved_on',
  'This version is being released already': 'publish_in_progress',
  'This version is public already': 'already_published',
  'The account has reached its limit of changes for today': 'daily_limit_exceeded',
  'Pictures are missing': 'picture_missing',
  'Not found': 'not_found',
  'Your session has ended': ENDED,
};

/** One person at the desk, who signs in again if the session has ended. */
export class Seat {
  private session: Session | undefined;

  constructor(
    /** The person's name as readers see it. */
    readonly person: string,
    /** The person's sign-in key. */
    private readonly key: string,
  ) {}

  /** Opens a page or sends a form at the process at `url`. Rejects if no answer comes. */
  async send(url: string, order: Order): Promise<Reply> {
    for (let tries = 1; ; tries += 1) {
      const session = this.session ?? (await this.signIn(url));
      if ('status' in session) return session;
      const reply = await this.ask(url, session, order);
      if (reply.code !== ENDED || tries === 2) return reply;
      this.session = undefined;
    }
  }

  private async ask(url: string, session: Session, order: Order): Promise<Reply> {
    const { operation, id, fields = {}, idempotencyKey } = order;
    const path = id === undefined ? '/desk' : `/desk/${id}`;
    if (operation === 'open') return call(url, path, session.cookie);
    const { expectedVersion, ...others } = fields;
    const form = { ...others, version: expectedVersion, key: idempotencyKey, token: session.token };
    const action = `${path}/${operation === 'publish' ? 'release' : 'send-back'}`;
    const reply = await call(url, action, session.cookie, form);
    // The answer to an accepted form is a redirect, which does not contain the version.
    return reply.status === 200
      ? { ...reply, body: { ...reply.body, version: Number(expectedVersion) } }
      : reply;
  }

  /** Begins a session. Returns the refusal if the sign-in fails. */
  private async signIn(url: string): Promise<Session | Reply> {
    const form = { key: this.key, next: '' };
    const begun = await call(url, SIGN_IN, '', form);
    const cookie = /^set-cookie: ([^;\n]+)/m.exec(begun.whole)?.[1];
    if (cookie === undefined) return { ...begun, isOfAddress: true };
    const queue = await call(url, '/desk', cookie);
    const { token } = hiddenOf(queue.text, '/desk/sign-out');
    if (token === undefined) return queue;
    return (this.session = { cookie, token });
  }
}

async function call(
  url: string,
  path: string,
  cookie: string,
  form?: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const members = Object.entries(form ?? {}).map(([name, value]) => [name, String(value)]);
  const response = await fetch(url + path, {
    redirect: 'manual',
    headers: { Cookie: cookie },
    ...(form && { method: 'POST', body: new URLSearchParams(members) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const page = await response.text();
  const isRefused = response.status >= 400;
  const location = response.headers.get('Location') ?? path;
  // An accepted decision leads to the next document, with the id of the one that was decided.
  const { pathname, searchParams } = new URL(location, url);
  const id = searchParams.get('after') ?? pathname.split('/')[2];
  const body = { id, requestId: response.headers.get('X-Request-Id') };
  const isAway = !form && page.includes(`action="${SIGN_IN}"`);
  const title = /<h1>([^<]*)<\/h1>/.exec(page)?.[1] ?? '';
  return {
    status: isRefused ? response.status : isAway ? 403 : 200,
    code: isAway ? ENDED : isRefused ? (CODES[title] ?? title) : '',
    body: body as unknown as AnswerBody,
    replayed: false,
    // The next document can be another one when the form is sent again.
    text: response.status === 303 ? `303 ${id}` : page,
    whole: wholeOf(response, page),
  };
}
