import type { Page } from '@playwright/test';
import {
  type Answers,
  all,
  answered,
  calls,
  held,
  refused,
  refusedAs,
} from '../support/answers.ts';
import {
  anyDialog,
  failure,
  type PageState,
  type StatesByPath,
  skeleton,
  wrongField,
} from './page-state.ts';

const at = '2026-11-20T10:00:00.000Z';
const later = '2026-12-20T10:00:00.000Z';
const viewToken = `view_${'a'.repeat(43)}`;
/** As long as a name may be: 60 characters. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Ødegård';
const longEmail = `${'very-long-mailbox-name-'.repeat(2)}of.someone@departments.example.com`;

const found = {
  people: [
    { uid: 'u1', email: 'grace@example.com', name: 'Grace Hopper', disabled: false },
    { uid: 'u2', email: longEmail, name: longName, disabled: true },
  ],
  projects: [
    {
      subscriptionId: 's1',
      name: 'Acme Analytics',
      planId: 'pro',
      status: 'active',
      owner: 'grace@example.com',
    },
    { subscriptionId: 's2', name: longName, planId: 'old-plan', status: 'past_due', owner: null },
  ],
  invoices: [
    {
      id: 'in_1',
      number: 'ACME-0001',
      subscriptionId: 's1',
      name: 'Acme Analytics',
      total: 1000,
      currency: 'usd',
      status: 'paid',
    },
  ],
};

const look = {
  number: null,
  act: 'look',
  details: {},
  reason: 'Ticket 4711: cannot sign in since the new phone',
  operator: 'ops@example.com',
  at,
  state: 'done',
};
const acts = [
  {
    ...look,
    number: 3,
    act: 'refund',
    details: { invoiceId: 'in_1', amount: 250 },
    state: 'under-way',
  },
  { ...look, number: 2, act: 'end-with-period', state: 'refused', operator: null },
  { ...look, number: 2, act: 'change-address', details: { email: longEmail }, end: 'lapsed' },
  { ...look, number: 1, act: 'note', reason: longName.repeat(3) },
  look,
];

const session = {
  id: 'se1',
  current: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  provider: 'password',
  signed_in_at: at,
  last_seen_at: at,
};

const actions = [
  'session.opened',
  'account.password-changed',
  'account.new-action',
  'session.ended',
];

const person = {
  uid: 'lTz5TXZtjbMEAvYHD4Yo7vXQ0kH2',
  email: longEmail,
  email_verified: false,
  name: longName,
  language: 'zh',
  created_at: at,
  last_signed_in_at: at,
  disabled_at: at,
  address_change: {
    email: longEmail,
    confirmed: false,
    takes_effect_at: at,
    gives_up_at: later,
  },
  deletes_at: later,
  operator_role: null,
  can_be_seen: false,
  has_password: true,
  providers: [{ provider: 'google.com', email: longEmail }],
  passkeys: 1,
  second_factors: 1,
  recovery_codes_left: 8,
  sessions: [session, { ...session, id: 'se2', provider: 'passkey', user_agent: '' }],
  projects: [
    { name: 'Acme Analytics', status: 'active', plan_id: 'pro', is_owner: true },
    { name: longName, status: 'canceled', plan_id: 'free', is_owner: false },
    { name: null, status: 'unpaid', plan_id: 'pro', is_owner: false },
  ].map((one, index) => ({ ...one, subscription_id: `s${index}`, permissions: ['access'] })),
  mails: ['sent', 'waiting', 'held', 'given-up'].map((state, index) => ({
    id: String(index),
    kind: 'password-reset',
    at,
    sent_at: state === 'sent' ? at : null,
    state,
  })),
  events: [...actions, ...actions].map((action, index) => ({
    id: String(index),
    action,
    at,
    own: index % 2 === 0,
    address: '192.0.2.7',
    user_agent: session.user_agent,
  })),
  limits: ['sign-in', 'mail reset'],
  acts,
  seen: 3,
};

/** Nothing beside the account itself. */
const newPerson = {
  ...person,
  name: '',
  email: 'new@example.com',
  email_verified: true,
  disabled_at: null,
  address_change: null,
  deletes_at: null,
  operator_role: 'support',
  providers: [],
  sessions: [],
  projects: [],
  mails: [],
  events: [],
  limits: [],
  acts: [look],
};

const invite = { id: 'i1', email: longEmail, status: 'pending', created_at: at, expires_at: later };
const invoice = {
  id: 'in_1',
  number: 'ACME-0001',
  created_at: at,
  status: 'paid',
  total: 1000,
  refunded: 250,
  refundable: 750,
  currency: 'usd',
  paid_outside: false,
};

const project = {
  subscription_id: 'Ab3dEf6hIj9lMn2pQr5t',
  name: longName,
  plan_id: 'pro',
  status: 'past_due',
  created_at: at,
  ended_at: null,
  price: { amount: 1000, currency: 'usd' },
  frequency: 'month',
  moves_to: { amount: 1200, currency: 'usd' },
  time_zone: 'America/Argentina/ComodRivadavia',
  period_end: later,
  ends_at: later,
  trial_ends_at: at,
  free_until: null,
  owed: { amount: 1000, currency: 'usd' },
  card: { brand: 'visa', last4: '4242' },
  owner_id: 'u1',
  people: [
    { uid: 'u1', email: 'grace@example.com', name: 'Grace Hopper', permissions: ['access'] },
    { uid: 'u2', email: longEmail, name: longName, permissions: ['access', 'admin'] },
  ],
  invites: [
    invite,
    { ...invite, id: 'i2', status: 'expired' },
    { ...invite, id: 'i3', status: 'accepted' },
  ],
  invoices: [
    invoice,
    {
      ...invoice,
      id: `in_${'long'.repeat(9)}`,
      number: null,
      status: 'open',
      refunded: 0,
      refundable: 0,
    },
    { ...invoice, id: 'in_3', number: 'ACME-0000', paid_outside: true, refundable: 0 },
  ],
  activities: ['subscription.created', 'billing.payment-received', 'subscription.past-due'].map(
    (action, index) => ({
      id: String(index),
      action,
      happened_at: at,
      actor: { id: 'u1', name: longName },
      subject: { id: 's1', name: '' },
    }),
  ),
  billing: [
    'Project       Ab3dEf6hIj9lMn2pQr5t "Acme Analytics"',
    'Price         $10.00 per month (price_1P9x8w2eZvKYlo2C0aBcDeFg x 1)',
    'Differences from the provider: none',
  ],
  billing_is_fine: false,
  acts,
  seen: 3,
};

const newProject = {
  ...project,
  name: null,
  plan_id: 'free',
  status: 'active',
  price: null,
  frequency: null,
  moves_to: null,
  time_zone: null,
  period_end: null,
  ends_at: null,
  trial_ends_at: null,
  free_until: at,
  owed: null,
  card: null,
  people: [],
  invites: [],
  invoices: [],
  activities: [],
  billing: ['Customer      none'],
  billing_is_fine: true,
  acts: [look],
};

/** There is no operator in the scenes, so the server's answers are given. */
const inside = (...answers: Answers[]): Answers =>
  all(answered(calls.operator, { role: 'admin' }), ...answers);

const search = (page: Page) => page.getByRole('searchbox').fill('grace');
const finding = (answers: Answers) => ({
  as: 'newcomer' as const,
  answers: inside(answers),
  reach: search,
});

/** Says why; the next state is asked again. */
async function giveReason(page: Page): Promise<void> {
  await page.locator('main form input').fill('Ticket 4711');
  await page.locator('main form button[type=submit]').click();
  await page.evaluate(() => sessionStorage.clear());
}

const looking = (answers: Answers) => ({
  as: 'newcomer' as const,
  answers: inside(answers),
  reach: giveReason,
});

/** Reached after the reason, by presses. */
const thenPress =
  (...selectors: readonly string[]) =>
  async (page: Page) => {
    await giveReason(page);
    for (const selector of selectors) {
      await page.locator(selector).first().click();
    }
  };

const sendAct = '[role=dialog] button[type=submit]';
const history = 'section[aria-labelledby=history] li';

/** States that persons and projects have alike. */
const lookStates = (call: RegExp): readonly PageState[] => [
  { name: 'reason asked', as: 'newcomer', answers: inside(), shows: 'main form' },
  {
    name: 'no reason',
    as: 'newcomer',
    answers: inside(),
    reach: (page) => page.locator('main form button[type=submit]').click(),
    shows: wrongField,
    isLong: true,
  },
  { name: 'loading', ...looking(held(call)), shows: skeleton, isLong: true },
  { name: 'error', ...looking(refused(call)), shows: failure, isLong: true },
];

/** Pages on which operators help customers. */
export const consoleStates: StatesByPath = {
  '/operator': [
    { name: 'nothing typed', as: 'newcomer', answers: inside(), shows: 'main input' },
    { name: 'found', ...finding(answered(calls.findCustomers, found)), shows: 'main section li' },
    {
      name: 'nothing found',
      ...finding(answered(calls.findCustomers, { people: [], projects: [], invoices: [] })),
      shows: 'main p[role=status]',
    },
    { name: 'loading', ...finding(held(calls.findCustomers)), shows: skeleton, isLong: true },
    { name: 'error', ...finding(refused(calls.findCustomers)), shows: failure, isLong: true },
  ],
  '/operator/people/:uid': [
    ...lookStates(calls.lookAtAccount),
    { name: 'person', ...looking(answered(calls.lookAtAccount, person)), shows: history },
    { name: 'new', ...looking(answered(calls.lookAtAccount, newPerson)), shows: history },
    {
      name: 'dialog',
      ...looking(answered(calls.lookAtAccount, person)),
      reach: thenPress('section[aria-labelledby=access] button'),
      shows: anyDialog,
    },
    {
      name: 'view to open',
      ...looking(
        all(
          answered(calls.lookAtAccount, { ...person, can_be_seen: true }),
          answered(calls.startView, { token: viewToken, expires_at: later }),
        ),
      ),
      reach: thenPress('main div:has(h1) > .flex-wrap > button', sendAct),
      shows: '[role=dialog] a[target=_blank]',
    },
    {
      name: 'address to type',
      ...looking(answered(calls.lookAtAccount, { ...person, deletes_at: null })),
      reach: thenPress('section[aria-labelledby=access] li:last-child button', sendAct),
      shows: wrongField,
      isLong: true,
    },
    {
      name: 'acted meanwhile',
      ...looking(
        all(
          answered(calls.lookAtAccount, person),
          refusedAs('operator/acted-meanwhile', calls.actOnAccount),
        ),
      ),
      reach: thenPress('section[aria-labelledby=sessions] button', sendAct),
      shows: failure,
    },
  ],
  '/operator/projects/:subscriptionId': [
    ...lookStates(calls.lookAtSubscription),
    { name: 'project', ...looking(answered(calls.lookAtSubscription, project)), shows: history },
    { name: 'new', ...looking(answered(calls.lookAtSubscription, newProject)), shows: history },
    {
      name: 'refund',
      ...looking(answered(calls.lookAtSubscription, project)),
      reach: thenPress('section[aria-labelledby=invoices] button'),
      shows: '[role=dialog] input',
    },
    {
      name: 'refund refused',
      ...looking(
        all(
          answered(calls.lookAtSubscription, project),
          refusedAs('operator/not-refundable', calls.actOnSubscription),
        ),
      ),
      reach: thenPress('section[aria-labelledby=invoices] button', sendAct),
      shows: '[role=dialog] [role=alert]',
      isLong: true,
    },
    {
      name: 'transfer without a member',
      ...looking(answered(calls.lookAtSubscription, project)),
      reach: thenPress('section[aria-labelledby=people] button', sendAct),
      shows: wrongField,
    },
    {
      name: 'give a plan',
      ...looking(answered(calls.lookAtSubscription, newProject)),
      reach: thenPress('section[aria-labelledby=end] button'),
      shows: '[role=dialog] select',
    },
    {
      name: 'move to the current price',
      ...looking(answered(calls.lookAtSubscription, project)),
      reach: thenPress('section[aria-labelledby=end] button'),
      shows: anyDialog,
      isLong: true,
    },
  ],
};
