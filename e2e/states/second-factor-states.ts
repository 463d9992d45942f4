import { all, answered, calls, refused } from '../support/answers.ts';
import {
  failure,
  form,
  type PageState,
  type StatesByPath,
  submit,
  submitEmpty,
  wrongField,
} from './page-state.ts';

const codes = Array.from({ length: 10 }, (_, index) => `${'ABCDEFGHIJ'[index]}BCD-EFGH-IJKL-MNOP`);
const tokens = { idToken: 'some', expiresIn: '3600' };
const enrolledAt = '2026-11-20T10:00:00.000Z';

/** A right password, and two apps to choose from. */
const waiting = answered(calls.signIn, {
  localId: 'somebody',
  mfaPendingCredential: 'pending',
  mfaInfo: [
    { mfaEnrollmentId: 'one', displayName: 'Work phone', enrolledAt, totpInfo: {} },
    { mfaEnrollmentId: 'other', enrolledAt, totpInfo: {} },
  ],
});

const codeField = 'input[autocomplete=one-time-code]';

const givePassword: NonNullable<PageState['reach']> = async (page) => {
  await page.locator('input[type=email]').fill('ada@example.com');
  await page.locator('input[type=password]').fill('some password');
  await submit(page);
  await page.locator(codeField).fill('123456');
};

/** Button below the form of the code: the way to recovery codes, or back. */
const below = 'main form:not([hidden]) + div button';
const submitCode = 'main form:not([hidden]) button[type=submit]';

/** The sign-in that waits for a code. */
export const codeStates: readonly PageState[] = [
  {
    name: 'code asked for',
    as: 'visitor',
    answers: waiting,
    reach: givePassword,
    shows: codeField,
  },
  {
    name: 'code wrong',
    as: 'visitor',
    answers: all(waiting, refused(calls.showCode)),
    async reach(page, scene) {
      await givePassword(page, scene);
      await page.locator(submitCode).click();
    },
    shows: failure,
    isLong: true,
  },
  {
    name: 'recovery code asked for',
    as: 'visitor',
    answers: waiting,
    async reach(page, scene) {
      await givePassword(page, scene);
      await page.locator(below).first().click();
    },
    shows: 'input[autocapitalize=characters]',
    isLong: true,
  },
  {
    name: 'recovery codes running out',
    as: 'visitor',
    answers: all(waiting, answered(calls.showCode, { ...tokens, recoveryCodesLeft: 1 })),
    async reach(page, scene) {
      await givePassword(page, scene);
      await page.locator(submitCode).click();
    },
    shows: 'main [role=status] strong',
    isLong: true,
  },
];

const methods = {
  password: { changed_at: enrolledAt, last_use: { at: enrolledAt, user_agent: 'Firefox/145.0' } },
  providers: [],
  passkeys: [
    {
      id: 'one',
      name: 'Work laptop',
      added_at: enrolledAt,
      user_agent: 'Firefox/145.0',
      last_used_at: enrolledAt,
    },
    {
      id: 'other',
      name: '',
      added_at: enrolledAt,
      user_agent: 'Firefox/145.0',
      last_used_at: null,
    },
  ],
  second_factors: [
    { id: 'one', display_name: 'Work phone', enrolled_at: enrolledAt, last_used_at: enrolledAt },
    { id: 'other', display_name: '', enrolled_at: enrolledAt, last_used_at: null },
  ],
  recovery_codes_left: 2,
  second_factor_offered: true,
};

/** The profile's list of ways to sign in. */
export const methodStates: readonly PageState[] = [
  {
    name: 'two-step verification',
    as: 'member',
    answers: answered(calls.signInMethods, methods),
    shows: 'main dl ul li',
  },
  {
    name: 'app to remove',
    as: 'member',
    answers: answered(calls.signInMethods, methods),
    reach: (page) => page.locator('main dl ul li button').last().click(),
    shows: '[role=alertdialog]',
    isLong: true,
  },
  {
    name: 'ways to sign in missing',
    as: 'member',
    answers: refused(calls.signInMethods),
    shows: failure,
    isLong: true,
  },
];

const begun = answered(calls.startEnrollment, {
  totpSessionInfo: { sharedSecretKey: 'JBSWY3DPEHPK3PXP'.repeat(2), sessionInfo: 'some' },
});

/** Pages of two-step verification. */
export const secondFactorStates: StatesByPath = {
  '/add-authenticator': [
    { name: 'key', as: 'member', answers: begun, shows: 'main form svg[role=img]' },
    { name: 'address not verified', as: 'newcomer', shows: 'main [role=status] button' },
    {
      name: 'code missing',
      as: 'member',
      answers: begun,
      reach: submitEmpty,
      shows: wrongField,
      isLong: true,
    },
    {
      name: 'refused',
      as: 'member',
      answers: refused(calls.startEnrollment),
      shows: failure,
      isLong: true,
    },
    {
      name: 'recovery codes',
      as: 'member',
      answers: all(begun, answered(calls.finishEnrollment, { ...tokens, recoveryCodes: codes })),
      async reach(page) {
        await page.locator(codeField).fill('123456');
        await submit(page);
      },
      shows: 'main ol',
    },
  ],
  '/recovery-codes': [
    { name: 'question', as: 'member', shows: form },
    {
      name: 'new codes',
      as: 'member',
      answers: answered(calls.recoveryCodes, { codes }),
      reach: submit,
      shows: 'main ol',
      isLong: true,
    },
  ],
};
