import { calls, held, refused } from '../support/answers.ts';
import {
  anyDialog,
  failure,
  type PageState,
  projectForm,
  question,
  type StatesByPath,
  skeleton,
  submitEmpty,
  wrongField,
} from './page-state.ts';

const rowMenu = 'tbody td:last-child button[aria-haspopup=menu]';
const roleMenu = 'tbody td:nth-child(4) button[aria-haspopup=menu]';

const users: readonly PageState[] = [
  { name: 'many', as: 'owner', of: 'acme', shows: 'nav button:not([aria-disabled=true])' },
  { name: 'full seats', as: 'owner', of: 'full', shows: 'main [role=status] a' },
  { name: 'few', as: 'owner', of: 'unnamed', shows: 'tbody tr', isLong: true },
  {
    name: 'nobody found',
    as: 'owner',
    of: 'acme',
    query: '?search=nobody',
    shows: 'main p[role=status] + button',
  },
  {
    name: 'loading',
    as: 'owner',
    of: 'acme',
    answers: held(calls.users),
    shows: skeleton,
    mayLoad: true,
    isLong: true,
  },
  {
    name: 'error',
    as: 'owner',
    of: 'acme',
    answers: refused(calls.users),
    shows: failure,
    isLong: true,
  },
  {
    name: 'menu of a row',
    as: 'owner',
    of: 'acme',
    reach: (page) => page.locator(rowMenu).first().click(),
    shows: '[role=menu]',
    isLong: true,
  },
  {
    name: 'permissions',
    as: 'owner',
    of: 'acme',
    async reach(page) {
      await page.locator(rowMenu).first().click();
      await page.locator('[role=menuitem]').first().click();
    },
    shows: anyDialog,
  },
  {
    name: 'role in a row',
    as: 'owner',
    of: 'acme',
    reach: (page) => page.locator(roleMenu).first().click(),
    shows: '[role=menuitemcheckbox]',
  },
  {
    name: 'question before a removal',
    as: 'owner',
    of: 'acme',
    async reach(page) {
      await page.locator(rowMenu).first().click();
      await page.locator('[role=menuitem]').last().click();
    },
    shows: question,
    isLong: true,
  },
  {
    name: 'some selected',
    as: 'owner',
    of: 'acme',
    reach: (page) => page.locator('tbody input[type=checkbox]').first().check(),
    shows: 'tbody input:checked',
    isLong: true,
  },
  {
    name: 'permissions of several',
    as: 'owner',
    of: 'acme',
    async reach(page) {
      await page.locator('tbody input[type=checkbox]').first().check();
      await page.locator('main button[aria-haspopup=menu]').first().click();
    },
    shows: '[role=menuitem]',
    isLong: true,
  },
  { name: 'canceled', as: 'owner', of: 'ended', shows: 'tbody tr', isLong: true },
  {
    name: 'no permission',
    as: 'member',
    of: 'acme',
    leadsTo: '/dashboard',
    shows: 'main h1',
    isLong: true,
  },
];

/** Pages about the people of a project. */
export const usersStates: StatesByPath = {
  '/subscription/:id/users': users,
  '/subscription/:id/users/invite': [
    projectForm('empty'),
    { ...projectForm('address missing'), reach: submitEmpty, shows: wrongField, isLong: true },
    {
      ...projectForm('addresses of every kind'),
      async reach(page) {
        const field = page.locator('main form input[type=text]');
        await field.fill(
          'new@example.com, seat1@example.com, wrong, another-long-address@example.com',
        );
        await field.press('Enter');
      },
      shows: 'main form li',
    },
    { ...projectForm('full seats'), of: 'full', shows: 'main [role=status] a', isLong: true },
    { ...projectForm('canceled'), of: 'ended', shows: 'main', isLong: true },
  ],
};
