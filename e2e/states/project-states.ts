import { altered, calls, held, refused } from '../support/answers.ts';
import { owingProject } from './account-states.ts';
import {
  anyDialog,
  arriveAfterPaying,
  failure,
  openPhoneMenu,
  type PageState,
  projectForm,
  question,
  type StatesByPath,
  skeleton,
  submitEmpty,
  wrongField,
} from './page-state.ts';
import { pricedOverview } from './priced-states.ts';

const overview: readonly PageState[] = [
  { name: 'paid', as: 'owner', of: 'acme', shows: 'main section' },
  { name: 'free', as: 'owner', of: 'unnamed', shows: 'main section', isLong: true },
  { name: 'canceled', as: 'owner', of: 'ended', shows: 'main h1', isLong: true },
  { name: 'of a member', as: 'member', of: 'acme', shows: '[aria-labelledby=leave]' },
  { name: 'long name', as: 'owner', of: 'long', shows: 'main h1', isLong: true },
  {
    name: 'phone menu open',
    as: 'owner',
    of: 'acme',
    reach: openPhoneMenu,
    shows: '[role=dialog] nav',
    width: 320,
    isLong: true,
  },
  {
    name: 'payment missing',
    as: 'owner',
    of: 'acme',
    answers: owingProject('past_due'),
    shows: 'main [role=status] button',
    isLong: true,
  },
  {
    name: 'on hold',
    as: 'owner',
    of: 'acme',
    answers: owingProject('unpaid'),
    shows: 'main [role=status] button',
    isLong: true,
  },
  {
    name: 'loading',
    as: 'owner',
    of: 'acme',
    answers: held(
      calls.users,
      calls.activity,
      calls.billingSummary,
      calls.spending,
      calls.invoices,
    ),
    shows: skeleton,
    mayLoad: true,
    isLong: true,
  },
  {
    name: 'error',
    as: 'owner',
    of: 'acme',
    answers: refused(
      calls.users,
      calls.activity,
      calls.billingSummary,
      calls.spending,
      calls.invoices,
    ),
    shows: failure,
    isLong: true,
  },
  {
    name: 'search open, with the actions of the owner',
    as: 'owner',
    of: 'acme',
    reach: (page) => page.keyboard.press('Control+k'),
    shows: '[role=option]',
    isLong: true,
  },
  { name: 'no permission', as: 'newcomer', of: 'foreign', leadsTo: '/dashboard', shows: 'main h1' },
  {
    name: 'projects open',
    as: 'owner',
    of: 'acme',
    reach: (page) => page.locator('header button:has(.truncate)').click(),
    shows: anyDialog,
    isLong: true,
  },
  {
    name: 'sidebar collapsed',
    as: 'owner',
    of: 'acme',
    async reach(page) {
      const fold = page.locator('nav + button[aria-expanded=true]');
      if (await fold.isVisible()) {
        await fold.click();
      }
    },
    shows: 'nav + button[aria-expanded=false]',
    width: 1280,
    isLong: true,
  },
  {
    name: 'question before leaving',
    as: 'member',
    of: 'acme',
    reach: (page) => page.locator('[aria-labelledby=leave] button').click(),
    shows: question,
    isLong: true,
  },
];

/** Pages about one project, but for its users and its billing. */
export const projectStates: StatesByPath = {
  '/subscription/:id': [...overview, ...pricedOverview],
  '/subscription/:id/settings': [
    projectForm('named'),
    { ...projectForm('not named yet'), of: 'unnamed', isLong: true },
    {
      ...projectForm('just paid'),
      of: 'unnamed',
      reach: arriveAfterPaying,
      shows: 'main .lit form',
    },
    { ...projectForm('name missing'), reach: submitEmpty, shows: wrongField, isLong: true },
    { ...projectForm('canceled'), of: 'ended', isLong: true },
  ],
  '/subscription/:id/activity': [
    { name: 'many', as: 'owner', of: 'acme', shows: 'nav button:not([aria-disabled=true])' },
    { name: 'few', as: 'owner', of: 'unnamed', shows: 'main li', isLong: true },
    {
      name: 'none of a kind',
      as: 'owner',
      of: 'unnamed',
      reach: (page) => page.locator('main fieldset button').nth(1).click(),
      shows: 'main p[role=status] + button',
      isLong: true,
    },
    {
      name: 'nothing yet',
      as: 'owner',
      of: 'unnamed',
      answers: altered(calls.activity, (answer) => ({
        ...answer,
        activities: [],
        total: 0,
        actors: [],
      })),
      shows: 'main h2',
      isLong: true,
    },
    {
      name: 'loading',
      as: 'owner',
      of: 'acme',
      answers: held(calls.activity),
      shows: skeleton,
      mayLoad: true,
      isLong: true,
    },
    {
      name: 'error',
      as: 'owner',
      of: 'acme',
      answers: refused(calls.activity),
      shows: failure,
      isLong: true,
    },
  ],
  '/subscription/:id/billing/transfer-ownership': [
    {
      name: 'chosen',
      as: 'owner',
      of: 'acme',
      reach: async (page) => {
        await page.locator('main select').selectOption({ index: 1 });
      },
      shows: 'main form section',
    },
    { name: 'nobody to give it to', as: 'owner', of: 'unnamed', shows: 'main a', isLong: true },
    { name: 'canceled', as: 'owner', of: 'ended', shows: 'main', isLong: true },
    {
      name: 'no permission',
      as: 'admin',
      of: 'acme',
      leadsTo: '/dashboard',
      shows: 'main h1',
      isLong: true,
    },
  ],
};
