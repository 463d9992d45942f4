import {
  type Activity,
  type ActivityParty,
  type HearthRefusalCode,
  type Invite,
  type ListedSubscription,
  refusals,
  type SubscriptionUser,
} from '@hearth/contract';
import { createAccountServer } from './account-server.ts';

/** Fields that lists add to the document of a project. */
export const listedFields = {
  seats: { used: 2, limit: 10 },
  people: {
    total: 2,
    first: [
      { uid: 'ada', display_name: 'Ada Lovelace', avatar_url: '' },
      { uid: 'grace', display_name: 'Grace Hopper', avatar_url: '' },
    ],
  },
  next_charge: null as ListedSubscription['next_charge'],
  owed: null,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2039 },
  needs_confirmation: false,
};

export const acme = {
  ...listedFields,
  id: 's1',
  owner_id: 'ada',
  plan_id: 'free',
  status: 'active',
  settings: { name: 'Acme Analytics' },
  permissions: { access: ['ada', 'grace'], admin: ['ada', 'grace'] } as Record<string, string[]>,
  create_time: '2026-11-21T10:00:00.000Z',
};

export const betaInvite: Invite = {
  id: 'i1',
  email: 'ada@x.example',
  status: 'pending',
  subscription_id: 's2',
  subscription_name: 'Beta Labs',
  host_name: 'Grace Hopper',
  permissions: ['access', 'editor'],
  create_time: '2026-11-21T12:00:00.000Z',
  expire_time: '2026-12-05T12:00:00.000Z',
};

export const grace: SubscriptionUser = {
  id: 'grace',
  display_name: 'Grace Hopper',
  email: 'grace@x.example',
  status: 'active',
  permissions: ['access', 'admin'],
};

/** A callable or document that is refused, with what the server says. */
export function deny(code: HearthRefusalCode, message = 'The server says no.') {
  const body = { error: { status: refusals[code].status, message, details: { code } } };
  return () => Response.json(body, { status: 400 });
}

/** Name of a callable among the answers. */
export function callable(name: string): string {
  return `POST /functions/r/${name}`;
}

/** A server where Ada owns Acme Analytics; `world` is what it answers from. */
export function createTeamServer() {
  const server = createAccountServer();
  const world = {
    invites: [] as Invite[],
    hidden: 0,
    subscription: acme,
    subscriptions: [acme],
    users: [] as SubscriptionUser[],
    activities: [] as Activity[],
    /** People whom the activity can be filtered by. */
    actors: [] as ActivityParty[],
  };
  const done = () => Response.json({ data: {} });

  Object.assign(server.answers, {
    'GET /v1/invites': () => Response.json({ invites: world.invites, hidden: world.hidden }),
    'GET /v1/subscriptions': () =>
      Response.json({ subscriptions: world.subscriptions, nextPageToken: null }),
    'GET /v1/subscriptions/s1': () => Response.json(world.subscription),
    [callable('getSubscriptionUsers')]: () => {
      const { users } = world;
      const seats = { used: users.length, limit: 10 };
      const open_invites = users.filter(({ status }) => status === 'pending').length;
      return Response.json({ data: { users, total: users.length, seats, open_invites } });
    },
    [callable('getActivity')]: () => {
      const { page, pageSize, withActors } = lastCall('getActivity');
      const start = (Number(page) - 1) * Number(pageSize);
      const activities = world.activities.slice(start, start + Number(pageSize));
      const actors = withActors ? { actors: world.actors } : {};
      return Response.json({ data: { activities, total: world.activities.length, ...actors } });
    },
    [callable('acceptInvite')]: () => {
      world.invites = [];
      world.subscriptions = [acme, { ...acme, id: 's2', settings: { name: 'Beta Labs' } }];
      return Response.json({ data: { subscriptionId: 's2' } });
    },
    [callable('rejectInvite')]: () => {
      world.invites = [];
      return done();
    },
    [callable('removeUser')]: () => {
      world.subscriptions = [];
      server.answers['GET /v1/subscriptions/s1'] = deny('access/denied');
      return done();
    },
    [callable('transferSubscriptionOwnership')]: () => {
      const { newOwnerId } = lastCall('transferSubscriptionOwnership');
      world.subscription = { ...world.subscription, owner_id: String(newOwnerId) };
      return done();
    },
  });

  /** Inputs that a callable was sent, oldest first. */
  function calls(name: string) {
    return server
      .sent(`/functions/r/${name}`)
      .map(({ data }) => data as Record<string, string | number>);
  }

  function lastCall(name: string) {
    return calls(name).at(-1) ?? {};
  }

  return { ...server, world, calls };
}

export type TeamServer = ReturnType<typeof createTeamServer>;
