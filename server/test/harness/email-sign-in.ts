import type { HearthConfig } from '@hearth/contract';
import { expect } from 'vitest';
import { openBrowser, type SocialBrowser } from '../identity/social-browser.ts';
import { receivedMails } from './mailbox.ts';
import type { TestApp } from './test-app.ts';
import { type Answer, identity, receivedCode, sendOobCode } from './wire-client.ts';

/** Settings in which people sign in by mail. */
export const byMail = { emailSignIn: true } satisfies Partial<HearthConfig['policy']>;

export const askForLink = (app: TestApp, email: string, more: object = {}): Promise<Answer> =>
  sendOobCode(app, { requestType: 'EMAIL_SIGNIN', email, canHandleCodeInApp: true, ...more });

/** Code in the newest mailed link. */
export const linkCode = (app: TestApp, email: string): Promise<string> =>
  receivedCode(app, email, 'sign-in-link');

/** Has a link mailed as an SDK does; answers its code. */
export async function mailLink(app: TestApp, email: string): Promise<string> {
  const answer = await askForLink(app, email);
  expect(answer.statusCode, answer.body).toBe(200);
  return await linkCode(app, email);
}

export const enterByLink = (app: TestApp, body: object): Promise<Answer> =>
  identity(app, '/v1/accounts:signInWithEmailLink', body);

/** Signs in with a mailed link. */
export async function signInByLink(app: TestApp, email: string): Promise<Answer> {
  return await enterByLink(app, { email, oobCode: await mailLink(app, email) });
}

/** A browser on our own page, whose mails have a code, too. */
export interface MailBrowser extends SocialBrowser {
  ask(email: string): Promise<Answer>;
  enter(body: object): Promise<Answer>;
  /** Digits in the newest mail; undefined if it has none. */
  digits(email: string): Promise<string | undefined>;
}

export function openMailBrowser(app: TestApp): MailBrowser {
  const browser = openBrowser(app);
  return {
    ...browser,
    ask: (email) =>
      browser.call('/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email }),
    enter: (body) => browser.call('/v1/accounts:signInWithEmailLink', body),
    async digits(email) {
      const mails = await receivedMails(app, email);
      const text = mails.findLast(({ kind }) => kind === 'sign-in-link')?.text ?? '';
      return /^(\d{6})$/m.exec(text)?.[1];
    },
  };
}

/** Six digits that are not these. */
export const otherThan = (digits: string | undefined): string =>
  String((Number(digits) + 1) % 1_000_000).padStart(6, '0');
