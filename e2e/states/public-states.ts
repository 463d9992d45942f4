import { answered, calls, limited, unreachable } from '../support/answers.ts';
import { failure, form, type StatesByPath, submit, wrongField } from './page-state.ts';
import { codeStates } from './second-factor-states.ts';

const noConnection = /net::ERR_(FAILED|INTERNET_DISCONNECTED|NAME_NOT_RESOLVED)/;

const longEmail = `${'very-long-mailbox-name-'.repeat(2)}of.someone@departments.example.com`;

/** Pages of visitors. */
export const publicStates: StatesByPath = {
  '/': [
    { name: 'to a visitor', as: 'visitor', shows: 'main h1' },
    {
      name: 'to someone signed in',
      as: 'newcomer',
      leadsTo: '/dashboard',
      shows: 'main h1',
      isLong: true,
    },
    { name: 'landing page', as: 'visitor', link: 'landing', shows: '#plans' },
  ],
  '/pricing': [
    { name: 'to a visitor', as: 'visitor', shows: 'main details' },
    { name: 'by month or year', as: 'visitor', link: 'yearly', shows: 'main fieldset' },
    {
      name: 'to someone signed in',
      as: 'newcomer',
      shows: 'header a[href="/dashboard"]',
      isLong: true,
    },
  ],
  '/signin': [
    { name: 'empty', as: 'visitor', shows: form },
    { name: 'fields missing', as: 'visitor', reach: submit, shows: wrongField, isLong: true },
    {
      name: 'wrong password',
      as: 'visitor',
      async reach(page, { known }) {
        await page.locator('input[type=email]').fill(known.email ?? '');
        await page.locator('input[type=password]').fill('wrong password');
        await submit(page);
      },
      shows: failure,
    },
    {
      name: 'too many attempts',
      as: 'visitor',
      answers: limited(calls.signIn),
      async reach(page) {
        await page.locator('input[type=email]').fill('ada@example.com');
        await page.locator('input[type=password]').fill('some password');
        await submit(page);
      },
      shows: `${failure} a`,
      isLong: true,
    },
    ...codeStates,
    {
      name: 'server out of reach',
      as: 'visitor',
      answers: unreachable(calls.token),
      shows: 'main button',
      noise: noConnection,
    },
    {
      name: 'of someone signed in',
      as: 'newcomer',
      leadsTo: '/dashboard',
      shows: 'main h1',
      isLong: true,
    },
  ],
  '/signin/continue': [
    {
      name: 'expired',
      as: 'newcomer',
      query: '?interaction=unknown',
      shows: 'main a[href="/dashboard"]',
      noise: / 404 /,
    },
    {
      name: 'server out of reach',
      as: 'newcomer',
      query: '?interaction=unknown',
      answers: unreachable(/\/v1\/oauth\/interactions\//),
      shows: 'main button',
      noise: noConnection,
      isLong: true,
    },
    {
      name: 'of a visitor',
      as: 'visitor',
      query: '?interaction=unknown',
      leadsTo: '/signin',
      shows: form,
      isLong: true,
    },
  ],
  '/signup': [
    { name: 'empty', as: 'visitor', shows: form },
    { name: 'fields missing', as: 'visitor', reach: submit, shows: wrongField, isLong: true },
    {
      name: 'address in use',
      as: 'visitor',
      async reach(page, { known }) {
        await page.locator('main form input').first().fill('Ada Lovelace');
        await page.locator('input[type=email]').fill(known.email ?? '');
        await page.locator('input[type=password]').fill('correct horse');
        await submit(page);
      },
      shows: failure,
      isLong: true,
    },
  ],
  '/reset-password': [
    { name: 'empty', as: 'visitor', shows: form },
    { name: 'address missing', as: 'visitor', reach: submit, shows: wrongField, isLong: true },
    {
      name: 'sent',
      as: 'visitor',
      async reach(page, { known }) {
        await page.locator('input[type=email]').fill(known.email ?? '');
        await submit(page);
      },
      shows: 'main form [role=status]',
      isLong: true,
    },
  ],
  '/auth/action': [
    { name: 'no link', as: 'visitor', shows: 'main h1' },
    {
      name: 'unknown kind of link',
      as: 'visitor',
      query: '?mode=nonsense&oobCode=some',
      shows: 'main h1',
    },
    {
      name: 'wrong link',
      as: 'newcomer',
      query: '?mode=verifyEmail&oobCode=wrong',
      shows: 'main h1',
    },
    { name: 'new password', as: 'visitor', link: 'reset', shows: form },
    {
      name: 'new password missing',
      as: 'visitor',
      link: 'reset',
      reach: submit,
      shows: wrongField,
      isLong: true,
    },
    { name: 'address to verify', as: 'visitor', link: 'verify', shows: 'main button' },
    { name: 'second factors to put back', as: 'visitor', link: 'factors', shows: 'main button' },
    { name: 'recovery to contest', as: 'visitor', link: 'contest', shows: 'main button' },
    {
      name: 'change of address to confirm',
      as: 'visitor',
      query: '?mode=confirmEmailChange&oobCode=some',
      answers: answered(calls.lookAtCode, {
        requestType: 'CONFIRM_EMAIL_CHANGE',
        email: longEmail,
      }),
      shows: 'main button',
    },
    {
      name: 'change of address to stop',
      as: 'visitor',
      query: '?mode=stopEmailChange&oobCode=some',
      answers: answered(calls.lookAtCode, {
        requestType: 'STOP_EMAIL_CHANGE',
        email: longEmail,
        newEmail: longEmail,
      }),
      shows: 'main button',
    },
    {
      name: 'account to keep',
      as: 'visitor',
      query: '?mode=keepAccount&oobCode=some',
      answers: answered(calls.lookAtCode, { requestType: 'KEEP_ACCOUNT', email: longEmail }),
      shows: 'main button',
    },
    { name: 'verification to undo', as: 'visitor', link: 'undo', shows: 'main button' },
    { name: 'used link', as: 'visitor', link: 'used', shows: 'main h1', isLong: true },
  ],
  '/auth/callback': [{ name: 'nothing to do', as: 'visitor', shows: 'main h1' }],
  '/invite': [
    { name: 'no invitation', as: 'visitor', shows: 'main h1' },
    { name: 'unknown invitation', as: 'visitor', query: '?id=unknown', shows: 'main h1' },
    { name: 'to a visitor', as: 'visitor', link: 'invitation', shows: form },
    { name: 'link without its secret', as: 'visitor', link: 'copied', shows: 'main h1' },
    {
      name: 'to someone signed in',
      as: 'member',
      link: 'invitation',
      shows: 'main button',
      isLong: true,
    },
    { name: 'for someone else', as: 'owner', link: 'invitation', shows: 'main button' },
  ],
  '*': [
    { name: 'to a visitor', as: 'visitor', shows: 'main h1' },
    { name: 'inside', as: 'newcomer', shows: 'header button[aria-haspopup=menu]' },
  ],
};
