import type { RefusalCode, Subscription, SubscriptionUser } from '@hearth/contract';
import { listedFields } from './team-server.ts';
import { createFakeServer } from './visit.tsx';

type Input = Readonly<Record<string, unknown>>;

export const olga: SubscriptionUser = {
  id: 'olga',
  display_name: 'Olga Owner',
  email: 'olga@x.example',
  status: 'active',
  permissions: ['access', 'admin'],
};
export const ada: SubscriptionUser = {
  ...olga,
  id: 'ada',
  display_name: 'Ada Lovelace',
  email: 'ada@x.example',
};
export const grace: SubscriptionUser = {
  ...olga,
  id: 'grace',
  display_name: '',
  email: 'grace@x.example',
  permissions: ['access'],
};
export const alan: SubscriptionUser = {
  id: 'i1',
  display_name: '',
  email: 'alan@x.example',
  status: 'pending',
  permissions: [],
  pending_permissions: ['access', 'editor'],
  invite_id: 'i1',
  invited_at: '2026-11-22T10:00:00.000Z',
  expires_at: '2026-12-06T10:00:00.000Z',
  invited_by: 'Olga Owner',
};

const acme: Subscription = {
  ...listedFields,
  id: 's1',
  owner_id: 'olga',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Acme' },
  permissions: { access: ['olga', 'ada', 'grace'], admin: ['olga', 'ada'] },
  create_time: '2026-11-21T10:00:00.000Z',
};

/** A server where Ada is an admin of Olga's subscription; the calls of its users page work on `users`. */
export function createMembersServer() {
  const server = createFakeServer();
  server.identity.cookie = 'ada';
  const state = {
    subscription: acme,
    users: [olga, ada, grace, alan],
    seats: 20 as number | null,
    /** Refusals by name of the call, in place of its answer. */
    refusals: {} as Record<string, RefusalCode>,
    /** Runs with the next invite. */
    afterOne: () => {},
    /** Promises that a call waits for, by its name. */
    gates: {} as Record<string, Promise<void>>,
  };
  const gone = new Map<unknown, SubscriptionUser>();
  const leave = (id: unknown) => {
    const user = state.users.find((one) => one.id === id);
    gone.set(id, user ?? grace);
    state.users = state.users.filter((user) => user.id !== id);
  };

  const comeBack = (id: unknown) => {
    state.users = [...state.users, gone.get(id) ?? grace];
  };

  const calls: Record<string, (input: Input) => unknown> = {
    getSubscriptionUsers: (input) => list(state, input),
    updateUserPermissions({ userId, permissions }) {
      const held = permissions as string[];
      state.users = state.users.map((user) =>
        user.id === userId ? { ...user, permissions: held } : user,
      );
      const admin = state.users.filter((user) => user.permissions.includes('admin'));
      const known = state.subscription.permissions;
      const everybody = { ...known, admin: admin.map(({ id }) => id) };
      state.subscription = { ...state.subscription, permissions: everybody };
    },
    removeUser: ({ userId }) => leave(userId),
    revokeInvite: ({ inviteId }) => leave(inviteId),
    undoRemoveUser: ({ userId }) => comeBack(userId),
    undoRevokeInvite: ({ inviteId }) => comeBack(inviteId),
    resendInvite: () => ({ expires_at: '2026-12-07T10:00:00.000Z' }),
    createInvite() {
      state.afterOne();
      return { inviteId: 'i2' };
    },
  };

  server.documents.mockImplementation(async (url, init) => {
    const path = new URL(String(url), location.origin).pathname;
    const name = path.split('/').at(-1) ?? '';
    await state.gates[name];
    const code = state.refusals[name];
    if (code) {
      const error = { status: 'FAILED_PRECONDITION', details: { code } };
      return Response.json({ error }, { status: 400 });
    }
    const call = calls[name];
    if (call) {
      const { data } = JSON.parse(String(init?.body)) as { data: Input };
      return Response.json({ data: call(data) ?? {} });
    }
    return document(state.subscription, path);
  });

  /** Inputs of all calls of a name, oldest first. */
  function sent(name: string): Input[] {
    return server.documents.mock.calls
      .filter(([url]) => String(url).endsWith(`/functions/r/${name}`))
      .map(([, init]) => (JSON.parse(String(init?.body)) as { data: Input }).data);
  }

  return { ...server, state, sent };
}

export type MembersServer = ReturnType<typeof createMembersServer>;

function list(state: { users: SubscriptionUser[]; seats: number | null }, input: Input) {
  const { page = 1, pageSize = state.users.length, search = '', status } = input as Question;
  const matching = state.users.filter(({ display_name, email }) =>
    `${display_name} ${email}`.toLowerCase().includes(search),
  );
  const pending = matching.filter((user) => user.status === 'pending').length;
  const found = matching.filter((user) => status === undefined || user.status === status);
  return {
    users: found.slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    counts: { active: matching.length - pending, pending },
    seats: { used: state.users.length, limit: state.seats },
    open_invites: state.users.filter((user) => user.status === 'pending').length,
  };
}

interface Question {
  readonly page?: number;
  readonly pageSize?: number;
  readonly search?: string;
  readonly status?: string;
}

function document(subscription: Subscription, path: string): Response {
  const documents: Record<string, unknown> = {
    '/v1/subscriptions/s1': subscription,
    '/v1/subscriptions': { subscriptions: [subscription], nextPageToken: null },
    '/v1/invites': { invites: [], hidden: 0 },
  };
  const found = documents[path];
  return found
    ? Response.json(found)
    : Response.json({ error: { status: 'NOT_FOUND' } }, { status: 404 });
}
