import { addApprover } from '../setup/operator.js';

/** A page of the desk, as a browser without scripts gets it. */
export interface DeskPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A person at the desk, who opens pages and sends their forms, always with the same cookie. */
export interface Person {
  readonly cookie: string;
  open(path: string): Promise<DeskPage>;
  /** Sends a form; does not follow a redirect. */
  post(
    path: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<DeskPage>;
  /** Opens a page, and finds the form with this `action`. Returns the hidden fields of the form. */
  form(path: string, action: string): Promise<Record<string, string>>;
}

/** A signed-in approver of an account. */
export interface Approver extends Person {
  readonly approverId: string;
}

const pageOf = async (response: Response): Promise<DeskPage> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});

const HIDDEN = /<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g;

/** Finds the form with this `action` in the HTML of a page. Returns the hidden fields of the form. */
export function hiddenOf(page: string, action: string): Record<string, string> {
  const form = page.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
  return Object.fromEntries([...form.matchAll(HIDDEN)].map(([, name, value]) => [name!, value!]));
}

export function personWith(url: string, cookie: string): Person {
  const open = async (path: string, tries = 5): Promise<DeskPage> => {
    const page = await pageOf(
      await fetch(url + path, { redirect: 'manual', headers: { Cookie: cookie } }),
    );
    // A busy service offers to load the page again.
    const isLate = page.text.includes('<a class="primary" href="/desk/');
    return isLate && tries > 1 ? open(path, tries - 1) : page;
  };
  return {
    cookie,
    open: (path) => open(path),
    post: async (path, form, headers = {}) =>
      pageOf(
        await fetch(url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { Cookie: cookie, Origin: url, ...headers },
          body: new URLSearchParams(form),
        }),
      ),
    form: async (path, action) => hiddenOf((await open(path)).text, action),
  };
}

/** Sends the sign-in form. @param origin the `PUBLIC_BASE_URL` of the service, if it is another than `url` */
export const tryToSignIn = (url: string, key: string, next = '', origin = url): Promise<DeskPage> =>
  personWith(url, '').post('/desk/sign-in', { key, next }, { Origin: origin });

/** Signs an approver in with their key. */
export async function signIn(url: string, key: string, origin?: string): Promise<Person> {
  const { status, headers } = await tryToSignIn(url, key, '', origin);
  if (status !== 303) throw new Error(`Not signed in: ${status}`);
  return personWith(url, headers.getSetCookie()[0]!.split(';')[0]!);
}

/** Adds an approver to an account, and signs the approver in. */
export async function newPerson(
  { url, databaseUrl }: { readonly url: string; readonly databaseUrl: string },
  accountId: string,
  name?: string,
): Promise<Approver> {
  const { key, approverId } = await addApprover(databaseUrl, accountId, name);
  return { ...(await signIn(url, key)), approverId };
}
