import { endView, lookup, type PublicConfig } from '@hearth/contract';
import { readOnlyRefusal } from '../api/create-api.ts';
import { createSend } from '../api/send.ts';
import { isRefused } from '../api-error.ts';
import { paths } from '../paths.ts';
import { productNow } from '../product-time.ts';
import { type KeptView, keptView } from './kept-view.ts';
import type { SessionClient } from './session-actions.ts';
import { createStateBox, toAccount } from './session-state.ts';

interface ViewClientOptions {
  readonly config: PublicConfig;
  readonly view: KeptView;
  readonly fetch: typeof fetch;
  /** Shows an address from its beginning, so that nothing of the view stays in the page. */
  readonly goTo?: (path: string) => void;
}

/** Sends no cookie and takes none: those of this browser are the operator's own. */
const fetchWithoutCookies: typeof fetch = (input, init) =>
  globalThis.fetch(input, { ...init, credentials: 'omit' });

/** The session of a tab that shows a view, and the network for all its calls. */
export function openView(options: Pick<ViewClientOptions, 'config' | 'view'>) {
  const session = createViewClient({ ...options, fetch: fetchWithoutCookies });
  return { session, fetch: fetchWithoutCookies };
}

/**
 * The session of a tab that shows what a person sees. It opens, renews and ends no session of this browser, and other tabs
 * hear nothing of it.
 */
export function createViewClient(options: ViewClientOptions): SessionClient {
  const { config, view, fetch, goTo = (path) => location.replace(path) } = options;
  const { token, uid, until } = view;
  const box = createStateBox();
  const send = createSend({ apiKey: config.apiKey, region: config.region, origin: '', fetch });
  let ending: ReturnType<typeof setTimeout> | undefined;
  const refuse = () => Promise.reject(readOnlyRefusal());

  /** Back to the person's page of the console, in the operator's own session. */
  function leave() {
    clearTimeout(ending);
    keptView.forget();
    goTo(paths.operatorPerson(uid));
  }

  async function authorize<Answer>(call: (idToken: string) => Promise<Answer>): Promise<Answer> {
    try {
      return await call(token);
    } catch (error) {
      if (isRefused(error, 'view/ended')) {
        leave();
      }
      throw error;
    }
  }

  async function find(): Promise<void> {
    try {
      const answer = await authorize((idToken) => send(lookup, { idToken }));
      box.set({ status: 'signed-in', account: toAccount(answer) });
      // The answer has told the time of the product.
      ending ??= setTimeout(leave, Date.parse(until) - productNow());
    } catch (error) {
      if (!isRefused(error, 'view/ended')) {
        box.set({ status: 'unreachable' });
      }
    }
  }

  return {
    readOnly: true,
    start: find,
    state: box.get,
    subscribe: box.subscribe,
    reload: find,
    async signOut() {
      await send(endView, { token });
      leave();
    },
    signIn: refuse,
    signUp: refuse,
    join: refuse,
    takeOver() {},
    takeEntry: () => undefined,
    idToken: async () => token,
    authorize,
  };
}
