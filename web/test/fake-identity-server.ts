import { vi } from 'vitest';

type Answer = Readonly<Record<string, unknown>>;

/** For sign-ins of accounts without a second factor. */
export const askForNoCode = () => Promise.reject(new Error('No code is needed.'));

/** The identity endpoints as one cookie jar sees them, for tests. */
export function createFakeIdentityServer() {
  let serial = 0;
  /** Password sign-in that waits for a code. */
  let waiting: Answer = {};
  const server = {
    /** The person whose session the cookie is for. */
    cookie: undefined as string | undefined,
    lifeSeconds: 3600,
    emailVerified: true,
    displayName: '',
    signInMethods: ['password'],
    /** Names of the authenticator apps that a password does not suffice without. */
    factors: [] as string[],
    /** Answer to a code, if it is not taken. */
    codeRefusal: undefined as string | undefined,
    recoveryCodesLeft: undefined as number | undefined,
    /** Whether the session was opened by signing up. */
    isNew: false,
    checklistHidden: true,
    /** Failure of every call, or the code of its refusal; `silence` is a call that never ends. */
    trouble: undefined as 'network' | 'silence' | 'busy' | string | undefined,
    /** ID tokens that are not taken, although their session lives. */
    refused: new Set<string>(),
    tokenOf: (uid: string, serial: number) => `token-${serial}-${uid}`,
    calls: [] as string[],
    fetch: vi.fn<typeof fetch>(),
    count: (call: string) => server.calls.filter((name) => name === call).length,
  };

  const tokens = () => {
    serial += 1;
    return server.tokenOf(String(server.cookie), serial);
  };
  const opened = (body: Answer) => {
    server.cookie = String(body.email).split('@')[0];
    return { localId: server.cookie, idToken: tokens(), expiresIn: String(server.lifeSeconds) };
  };
  const answers: Record<string, (body: Answer) => Answer> = {
    token: () =>
      server.cookie
        ? { id_token: tokens(), expires_in: String(server.lifeSeconds), user_id: server.cookie }
        : { signed_in: false },
    signUp: (body) => {
      server.isNew = true;
      return opened(body);
    },
    signInWithPassword: (body) => {
      if (server.factors.length === 0) {
        return opened(body);
      }
      waiting = body;
      return {
        localId: String(body.email).split('@')[0],
        mfaPendingCredential: 'pending',
        mfaInfo: server.factors.map((displayName, index) => ({
          mfaEnrollmentId: `factor-${index}`,
          displayName,
          enrolledAt: '2026-11-21T10:00:00.000Z',
          totpInfo: {},
        })),
      };
    },
    mfaSignIn: () => ({ ...opened(waiting), recoveryCodesLeft: server.recoveryCodesLeft }),
    signOut: () => {
      server.cookie = undefined;
      return {};
    },
    lookup: (body) => {
      const uid = String(body.idToken).split('-').at(-1) ?? '';
      const { emailVerified, checklistHidden, displayName } = server;
      const { signInMethods } = server;
      const providerUserInfo = signInMethods.map((method) => ({
        providerId: method === 'emailLink' ? 'password' : method,
      }));
      const hash = signInMethods.includes('password') && { passwordHash: 'UkVEQUNURUQ=' };
      const email = `${uid}@x.example`;
      const times = { createdAt: '0', lastLoginAt: server.isNew ? '1' : '86400000' };
      const person = { localId: uid, email, emailVerified, ...(displayName && { displayName }) };
      const user = { ...person, checklistHidden, ...times, ...hash };
      return { users: [{ ...user, providerUserInfo }] };
    },
  };

  server.fetch.mockImplementation(async (url, init) => {
    const name = /(?:accounts[:/]|\/v1\/)(\w+)(?::finalize)?\?key=/.exec(String(url))?.[1] ?? '';
    server.calls.push(name);
    if (server.trouble) {
      return meet(server.trouble, init);
    }
    const body = name === 'token' ? {} : (JSON.parse(String(init?.body)) as Answer);
    if (name === 'mfaSignIn' && server.codeRefusal) {
      const error = { message: 'CODE : x', details: { code: server.codeRefusal } };
      return Response.json({ error }, { status: 400 });
    }
    return server.refused.has(String(body.idToken))
      ? meet('TOKEN_EXPIRED', init)
      : Response.json(answers[name]?.(body));
  });
  return server;
}

async function meet(trouble: string, init: RequestInit | undefined): Promise<Response> {
  if (trouble === 'network') {
    throw new TypeError('Failed to fetch');
  }
  if (trouble === 'silence') {
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
    });
  }
  const details = trouble.includes('/') && { details: { code: trouble } };
  const error = { message: trouble, ...details };
  return Response.json({ error }, { status: trouble === 'busy' ? 503 : 400 });
}

/** Tabs of one browser: each hears what the others send, as with BroadcastChannel. */
export function createFakeTabs<Message>() {
  const tabs: ((message: Message) => void)[] = [];
  return () => {
    let own: ((message: Message) => void) | undefined;
    return {
      send: (message: Message) => {
        for (const tab of tabs) {
          if (tab !== own) {
            tab(message);
          }
        }
      },
      listen: (listener: (message: Message) => void) => {
        own = listener;
        tabs.push(listener);
      },
    };
  };
}
