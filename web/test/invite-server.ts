import type { getInvite, OutputOf } from '@hearth/contract';
import { createFakeServer } from './visit.tsx';

type Answer = () => Response | Promise<Response>;
type InviteAnswer = OutputOf<typeof getInvite>;
type Details = NonNullable<InviteAnswer['details']>;

/** State of an invite and its reader, in the words of the server. */
export interface InviteCase {
  readonly reader?: InviteAnswer['reader'];
  readonly status?: InviteAnswer['status'];
  /** False for a link that proves nothing. */
  readonly details?: Partial<Details> | false;
}

const ada: Details = {
  email: 'ada@x.example',
  subscription_id: 's1',
  subscription_name: 'Oak',
  host_name: 'Olga',
  permissions: ['access', 'editor'],
  expire_time: '2026-12-05T12:00:00.000Z',
  has_account: false,
};

const oak = {
  id: 's1',
  owner_id: 'olga',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Oak' },
  permissions: { access: ['ada'] },
  create_time: '2026-01-01T00:00:00.000Z',
};

export const inviteLink = '/invite?id=i1&token=s3cret';
export const copiedLink = '/invite?id=i1';

export function invited({ reader = 'signed-out', status = 'pending', details = {} }: InviteCase) {
  const told = details ? { details: { ...ada, ...details } } : {};
  return () => Response.json({ result: { invite_id: 'i1', status, reader, ...told } });
}

export function refused(code: string, status = 'FAILED_PRECONDITION'): Answer {
  return () => Response.json({ error: { status, details: { code } } }, { status: 400 });
}

/** A server where Ada is invited; `answers` are by the last word of the path, and may be changed by a test. */
export function createInviteServer() {
  const server = createFakeServer();
  const answers: Record<string, Answer> = {
    getInvite: invited({}),
    acceptInvite: () => Response.json({ result: { subscriptionId: 's1' } }),
    rejectInvite: () => Response.json({ result: {} }),
    'accounts:sendOobCode': () => Response.json({ email: 'ada@x.example' }),
    subscriptions: () => Response.json({ subscriptions: [oak], nextPageToken: null }),
    s1: () => Response.json(oak),
  };
  server.documents.mockImplementation(async (url) => {
    return answers[nameOf(url)]?.() ?? Response.json({}, { status: 404 });
  });

  /** Bodies of all calls of a name, oldest first. */
  function sent(name: string): unknown[] {
    return server.documents.mock.calls
      .filter(([url]) => nameOf(url) === name)
      .map(([, init]) => JSON.parse(String(init?.body)));
  }

  return { ...server, answers, sent };
}

function nameOf(url: Parameters<typeof fetch>[0]): string {
  return new URL(String(url), location.origin).pathname.split('/').at(-1) ?? '';
}

export type InviteServer = ReturnType<typeof createInviteServer>;
