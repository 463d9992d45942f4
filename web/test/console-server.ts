import type { AccountSheet, FoundCustomers, SubscriptionSheet } from '@hearth/contract';
import { createTeamServer } from './team-server.ts';

const at = '2026-11-21T10:00:00.000Z';

export const looked = {
  number: null,
  act: 'look',
  details: {},
  reason: 'Ticket 8',
  operator: 'ops@x.example',
  at,
  state: 'done',
} as const;

export const personSheet: AccountSheet = {
  uid: 'grace',
  email: 'grace@x.example',
  email_verified: false,
  name: 'Grace Hopper',
  language: null,
  created_at: at,
  last_signed_in_at: at,
  disabled_at: null,
  address_change: null,
  deletes_at: null,
  operator_role: null,
  can_be_seen: false,
  has_password: true,
  providers: [{ provider: 'google.com', email: 'grace@gmail.example' }],
  passkeys: 0,
  second_factors: 1,
  recovery_codes_left: 8,
  sessions: [
    {
      id: 'se1',
      current: false,
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      address: '192.0.2.7',
      provider: 'password',
      signed_in_at: at,
      last_seen_at: at,
    },
  ],
  projects: [
    {
      subscription_id: 's1',
      name: 'Acme Analytics',
      plan_id: 'pro',
      status: 'active',
      is_owner: true,
      permissions: ['access'],
    },
  ],
  mails: [{ id: '1', kind: 'password-reset', at, sent_at: null, state: 'given-up' }],
  events: [
    {
      id: '2',
      action: 'account.password-changed',
      at,
      own: true,
      address: '192.0.2.7',
      user_agent: '',
    },
    { id: '1', action: 'account.new-thing', at, own: false, address: '', user_agent: '' },
  ],
  limits: ['mail reset'],
  acts: [looked],
  seen: 4,
};

export const projectSheet: SubscriptionSheet = {
  subscription_id: 's1',
  name: 'Acme Analytics',
  plan_id: 'pro',
  status: 'active',
  created_at: at,
  ended_at: null,
  price: { amount: 1_000, currency: 'usd' },
  frequency: 'week',
  moves_to: null,
  time_zone: 'Europe/Berlin',
  period_end: '2026-12-21T10:00:00.000Z',
  ends_at: null,
  trial_ends_at: null,
  free_until: null,
  owed: null,
  card: { brand: 'visa', last4: '4242' },
  owner_id: 'grace',
  people: [
    { uid: 'grace', email: 'grace@x.example', name: 'Grace Hopper', permissions: ['access'] },
  ],
  invites: [
    {
      id: 'i1',
      email: 'bob@x.example',
      status: 'pending',
      created_at: at,
      expires_at: '2026-12-05T10:00:00.000Z',
    },
    { id: 'i2', email: 'eve@x.example', status: 'accepted', created_at: at, expires_at: at },
  ],
  invoices: [
    {
      id: 'in_1',
      number: 'ACME-0001',
      created_at: at,
      status: 'paid',
      total: 1_000,
      refunded: 250,
      refundable: 750,
      currency: 'usd',
      paid_outside: false,
    },
  ],
  activities: [
    {
      id: 'a1',
      action: 'subscription.created',
      happened_at: at,
      actor: { id: 'grace', name: 'Grace Hopper' },
      subject: { id: 's1', name: '' },
    },
  ],
  billing: ['Project       s1 "Acme Analytics"', 'Differences from the provider: none'],
  billing_is_fine: true,
  acts: [looked],
  seen: 0,
};

export const lookAtGrace = 'POST /v1/operator/accounts/grace/look';
export const actOnGrace = 'POST /v1/operator/accounts/grace/acts';
export const lookAtAcme = 'POST /v1/operator/subscriptions/s1/look';
export const actOnAcme = 'POST /v1/operator/subscriptions/s1/acts';

export const nobody: FoundCustomers = { people: [], projects: [], invoices: [] };

/** A server where Ada is an operator with all rights, and Grace and her project are customers. */
export function createConsoleServer() {
  const server = createTeamServer();
  Object.assign(server.answers, {
    'GET /v1/operator': () => Response.json({ role: 'admin' }),
    [lookAtGrace]: () => Response.json(personSheet),
    [lookAtAcme]: () => Response.json(projectSheet),
  });
  const pathOf = (call: string) => call.split(' ')[1] ?? '';
  return { ...server, sentTo: (call: string) => server.sent(pathOf(call)) };
}
