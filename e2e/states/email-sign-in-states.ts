import { all, answered, calls, limited, refused } from '../support/answers.ts';
import {
  failure,
  form,
  type PageState,
  type StatesByPath,
  submit,
  wrongField,
} from './page-state.ts';

const codeField = 'input[autocomplete=one-time-code]';

const ask: NonNullable<PageState['reach']> = async (page) => {
  await page.locator('input[type=email]').fill('ada@example.com');
  await submit(page);
};

const typeCode: NonNullable<PageState['reach']> = async (page, scene) => {
  await ask(page, scene);
  await page.locator(codeField).fill('123456');
  await submit(page);
};

const toldOfMail = (hasCode: boolean) =>
  answered(calls.sendMail, { email: 'ada@example.com', hasCode });

/** The page that has a link mailed, takes its code, and is behind the link. */
export const emailSignInStates: StatesByPath = {
  '/signin/email': [
    { name: 'empty', as: 'visitor', shows: form },
    { name: 'address missing', as: 'visitor', reach: submit, shows: wrongField, isLong: true },
    {
      name: 'too many mails',
      as: 'visitor',
      answers: limited(calls.sendMail),
      reach: ask,
      shows: failure,
      isLong: true,
    },
    {
      name: 'code asked for',
      as: 'visitor',
      answers: toldOfMail(true),
      reach: ask,
      shows: codeField,
    },
    {
      name: 'code wrong',
      as: 'visitor',
      answers: all(toldOfMail(true), refused(calls.enterByMail)),
      reach: typeCode,
      shows: failure,
      isLong: true,
    },
    {
      name: 'link only',
      as: 'visitor',
      answers: toldOfMail(false),
      reach: ask,
      shows: 'main a[href="/signin/email"]',
      isLong: true,
    },
    { name: 'link', as: 'visitor', link: 'enter', shows: form },
    {
      name: 'link of another browser',
      as: 'visitor',
      link: 'enter',
      reach: submit,
      shows: 'input[type=email]',
    },
    {
      name: 'link of another address',
      as: 'visitor',
      link: 'enter',
      async reach(page, scene) {
        await submit(page);
        await ask(page, scene);
      },
      shows: failure,
      isLong: true,
    },
    {
      name: 'link unknown',
      as: 'visitor',
      query: '?mode=signIn&oobCode=wrong',
      reach: submit,
      shows: `${failure} a`,
      isLong: true,
    },
  ],
};
