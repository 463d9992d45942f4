import { sessionHeader } from '@hearth/contract';
import { createFakeServer } from './visit.tsx';

type Answer = (query?: URLSearchParams) => Response | Promise<Response>;

export const ada = {
  uid: 'ada',
  email: 'ada@x.example',
  email_verified: true,
  display_name: 'Ada Lovelace',
  avatar_url: '',
  language: null,
  checklist_hidden: true,
  theme: null,
  create_time: '2026-11-21T10:00:00.000Z',
  last_updated: '2026-11-21T10:00:00.000Z',
};

/** Ways in of an account without two-step verification. */
export const signInMethods = {
  password: { changed_at: '2026-11-21T10:00:00.000Z', last_use: null },
  providers: [],
  passkeys: [],
  second_factors: [],
  recovery_codes_left: 0,
  second_factor_offered: true,
};

export function refuse(code: string, detail = ''): Answer {
  const body = { error: { message: `CODE : ${detail}`, details: { code } } };
  return () => Response.json(body, { status: 400 });
}

/** A server where Ada is signed in; `answers` are by method and path, and may be changed by a test. */
export function createAccountServer() {
  const server = createFakeServer();
  server.identity.cookie = 'ada';
  const answers: Record<string, Answer> = {
    'GET /v1/users/ada': () => Response.json(ada),
    'GET /v1/sign-in-methods': () => Response.json(signInMethods),
    'PATCH /v1/users/ada': () => Response.json({ ...ada, display_name: 'Ada King' }),
    'POST /v1/accounts:sendOobCode': () => Response.json({ email: ada.email }),
    'POST /v1/accounts:update': () => Response.json({ localId: 'ada' }),
    'POST /v1/accounts:delete': () => Response.json({ kind: 'x' }),
  };
  server.documents.mockImplementation(async (url, init) => {
    const { pathname, searchParams } = new URL(String(url), location.origin);
    return (
      answers[`${init?.method} ${pathname}`]?.(searchParams) ??
      Response.json({ error: { status: 'NOT_FOUND' } }, { status: 404 })
    );
  });

  /** Bodies of all calls to a path, oldest first. */
  function sent(path: string): Record<string, unknown>[] {
    return server.documents.mock.calls
      .filter(([url]) => new URL(String(url), location.origin).pathname === path)
      .map(([, init]) => JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>);
  }

  /** Whether the refresh token of a call's answer goes into the cookie. */
  function isCookieCall(path: string): boolean {
    const [, init] = server.documents.mock.calls.find(([url]) => String(url).includes(path)) ?? [];
    return new Headers(init?.headers).get(sessionHeader) === 'cookie';
  }

  return { ...server, answers, sent, isCookieCall };
}

export type AccountServer = ReturnType<typeof createAccountServer>;
