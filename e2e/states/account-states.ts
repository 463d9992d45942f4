import type { Page } from '@playwright/test';
import { all, altered, answered, calls, held, refused, sessionEnded } from '../support/answers.ts';
import {
  failure,
  form,
  openPhoneMenu,
  type PageState,
  question,
  type StatesByPath,
  skeleton,
  submit,
  submitEmpty,
  wrongField,
} from './page-state.ts';
import { pricedDashboard } from './priced-states.ts';
import { methodStates } from './second-factor-states.ts';

interface Listed {
  readonly subscriptions: readonly { readonly status: string }[];
}

const owed = {
  amount: 1000,
  currency: 'usd',
  failed_at: '2026-11-20T10:00:00.000Z',
  retry_at: '2026-11-24T10:00:00.000Z',
};

/** Two projects with a payment that failed; the second is closed. */
const owing = altered<Listed>(calls.projects, ({ subscriptions }) => ({
  subscriptions: subscriptions.map((one, index) => {
    const status = ['past_due', 'unpaid'][index];
    return status ? { ...one, status, owed, card: null } : one;
  }),
}));

const seenPerson = {
  localId: 'u1',
  email: 'grace@example.com',
  emailVerified: true,
  displayName: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Ødegård',
  checklistHidden: true,
  createdAt: '0',
  lastLoginAt: '86400000',
  providerUserInfo: [{ providerId: 'password' }],
  passwordHash: 'UkVEQUNURUQ=',
};

/** The product as a person without projects sees it. */
const seen = all(
  answered(calls.lookup, { users: [seenPerson] }),
  answered(calls.projects, { subscriptions: [], nextPageToken: null }),
  answered(calls.invites, { invites: [], hidden: 0, nextPageToken: null }),
);

/** Opens the view in this tab, which forgets it again for the states after this one. */
async function enterView(page: Page): Promise<void> {
  await page.evaluate(() => {
    const token = `view_${'a'.repeat(43)}`;
    const until = new Date(Date.now() + 15 * 60_000).toISOString();
    sessionStorage.setItem('hearth.view', JSON.stringify({ token, uid: 'u1', until }));
  });
  await page.reload();
  await page.locator(viewBanner).waitFor();
  await page.evaluate(() => sessionStorage.removeItem('hearth.view'));
}

const viewBanner = '.sticky > p[role=status]';
const rows = 'main li h3 a';
const userMenu = 'header button[aria-haspopup=menu]';

/** The dashboard and the frame around all pages. */
const dashboard: readonly PageState[] = [
  { name: 'first steps', as: 'newcomer', shows: '[aria-labelledby=checklist]' },
  {
    name: 'loading',
    as: 'newcomer',
    answers: held(calls.projects),
    shows: skeleton,
    mayLoad: true,
    isLong: true,
  },
  { name: 'error', as: 'newcomer', answers: refused(calls.projects), shows: failure, isLong: true },
  { name: 'few, with an invitation', as: 'member', shows: rows },
  { name: 'many', as: 'owner', shows: 'main input[type=search]' },
  {
    name: 'seen by an operator',
    as: 'newcomer',
    answers: seen,
    reach: enterView,
    shows: viewBanner,
  },
  {
    name: 'nothing found',
    as: 'owner',
    reach: (page) => page.locator('main input[type=search]').fill('nowhere to be found'),
    shows: 'main section .text-center',
    isLong: true,
  },
  {
    name: 'canceled shown',
    as: 'owner',
    reach: (page) => page.locator('main button[aria-expanded=false]').click(),
    shows: 'main button[aria-expanded=true]',
    isLong: true,
  },
  { name: 'payments missing', as: 'owner', answers: owing, shows: '[aria-labelledby=attention]' },
  {
    name: 'offline',
    as: 'member',
    reach: (page) => page.context().setOffline(true),
    shows: 'header + [role=status]',
    noise: /net::ERR_INTERNET_DISCONNECTED/,
  },
  {
    name: 'search open',
    as: 'member',
    reach: (page) => page.keyboard.press('Control+k'),
    shows: '[role=combobox]',
    isLong: true,
  },
  {
    name: 'search without results',
    as: 'member',
    async reach(page) {
      await page.keyboard.press('Control+k');
      await page.locator('[role=combobox]').fill('nowhere to be found');
    },
    shows: '[role=combobox][aria-expanded=false]',
  },
  {
    name: 'user menu open',
    as: 'member',
    reach: (page) => page.locator(userMenu).click(),
    shows: '[role=menu]',
  },
  {
    name: 'phone menu open',
    as: 'member',
    reach: openPhoneMenu,
    shows: '[role=dialog] nav',
    width: 320,
  },
];

/** Pages about the account, and those of local mode. */
export const accountStates: StatesByPath = {
  '/dashboard': [...dashboard, ...pricedDashboard],
  '/profile': [
    { name: 'address not verified', as: 'newcomer', shows: 'main dl' },
    { name: 'address verified', as: 'member', shows: 'main dl', isLong: true },
    ...methodStates,
  ],
  '/edit-name': [
    { name: 'filled', as: 'newcomer', shows: form },
    { name: 'name missing', as: 'newcomer', reach: submitEmpty, shows: wrongField, isLong: true },
    {
      name: 'leaving what is not saved',
      as: 'newcomer',
      async reach(page) {
        await page.locator('main form input').first().fill('Katherine G. Johnson');
        await page.locator('header a').first().click();
      },
      shows: question,
      isLong: true,
    },
    {
      name: 'session ended',
      as: 'newcomer',
      async reach(page) {
        await sessionEnded(page);
        await page.locator('main form input').first().fill('Katherine G. Johnson');
        await submit(page);
      },
      shows: question,
      noise: /status of 40[01]/,
      isLong: true,
    },
  ],
  '/edit-email': [
    { name: 'address not verified', as: 'newcomer', shows: form },
    { name: 'address missing', as: 'member', reach: submit, shows: wrongField, isLong: true },
  ],
  '/change-password': [
    { name: 'empty', as: 'newcomer', shows: form },
    { name: 'fields missing', as: 'newcomer', reach: submit, shows: wrongField, isLong: true },
  ],
  '/delete-account': [
    { name: 'ready', as: 'newcomer', shows: form },
    { name: 'id missing', as: 'newcomer', reach: submit, shows: wrongField, isLong: true },
  ],
  '/sessions': [
    { name: 'several', as: 'newcomer', shows: '[aria-labelledby=others]' },
    {
      name: 'question',
      as: 'newcomer',
      reach: (page) => page.locator('[aria-labelledby=others] button').click(),
      shows: question,
      isLong: true,
    },
    {
      name: 'loading',
      as: 'newcomer',
      answers: held(calls.sessions),
      shows: skeleton,
      mayLoad: true,
      isLong: true,
    },
    {
      name: 'error',
      as: 'newcomer',
      answers: refused(calls.sessions),
      shows: failure,
      isLong: true,
    },
  ],
  '/create-plan': [
    { name: 'plans', as: 'newcomer', shows: 'main li button' },
    { name: 'unknown plan', as: 'newcomer', query: '?plan=none', shows: failure, isLong: true },
    { name: 'card and address', as: 'newcomer', query: '?plan=pro', shows: form },
    {
      name: 'card and address missing',
      as: 'newcomer',
      query: '?plan=pro',
      reach: submit,
      shows: wrongField,
      isLong: true,
    },
    { name: 'purchase not finished', as: 'waiting', shows: 'main button', isLong: true },
  ],
  '/subscription': [
    { name: 'no project named', as: 'newcomer', leadsTo: '/dashboard', shows: 'main h1' },
  ],
  '/dev/mailbox': [
    { name: 'mails', as: 'newcomer', shows: 'main li button' },
    {
      name: 'no mails',
      as: 'newcomer',
      query: '?to=nobody@example.com',
      shows: 'main svg',
      isLong: true,
    },
  ],
  '/dev/clock': [{ name: 'ready', as: 'newcomer', shows: 'main time' }],
  '/dev/ui': [
    { name: 'all parts', as: 'newcomer', shows: 'main section', mayLoad: true },
    {
      name: 'dialog',
      as: 'newcomer',
      reach: (page) => page.locator('main section button').nth(16).click(),
      mayLoad: true,
      shows: question,
      isLong: true,
    },
  ],
  '/dev/identity-provider': [
    { name: 'request', as: 'visitor', query: '?state=s&nonce=n', shows: form },
    { name: 'no request', as: 'visitor', shows: 'main' },
  ],
};

/** Answers about a project whose last payment failed. */
export const owingProject = (status: 'past_due' | 'unpaid', more: { cancel_at?: string } = {}) =>
  all(
    altered(calls.project, (one) => ({ ...one, status, ...more })),
    altered(calls.billingSummary, (summary) => ({
      ...summary,
      status,
      ...more,
      next_invoice: null,
      owed: status === 'unpaid' ? { ...owed, retry_at: null } : owed,
    })),
    owing,
  );
