import { randomInt, timingSafeEqual } from 'node:crypto';
import { secretHash } from '../../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { codeHash, type EmailSignIn } from './email-sign-in-store.ts';

const minute = 60_000;
/** Life of a mailed link. */
export const linkLifeMs = 60 * minute;
const codeLifeMs = 10 * minute;

/** Wrong tries of one code. */
const mostTries = 5;

/** For one address in a day, over all browsers: a code of six digits is guessed once in 66,000 days. */
export const mostOfDay = { codes: 5, tries: 15 } as const;

/** Six digits to type. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Refuses a link that is unknown, used or too old. */
export function requireUsableLink(
  signIn: EmailSignIn | undefined,
  now: Date,
): asserts signIn is EmailSignIn {
  refuseUnless(signIn && signIn.usedAt === null, 'auth/invalid-action-code');
  const isOver = now.getTime() - signIn.createdAt.getTime() >= linkLifeMs;
  refuseIf(isOver, 'auth/expired-action-code');
}

/** Refuses if no code of the browser can be right any more. */
export function requireUsableCode(
  signIn: EmailSignIn | undefined,
  now: Date,
): asserts signIn is EmailSignIn {
  const isUsable =
    signIn !== undefined &&
    signIn.usedAt === null &&
    signIn.tries < mostTries &&
    now.getTime() - signIn.createdAt.getTime() < codeLifeMs;
  refuseUnless(isUsable, 'auth/mailed-code-over');
}

/** Whether these are the digits that were mailed. */
export const isCode = (signIn: EmailSignIn, binding: string, code: string): boolean =>
  signIn.codeHash !== null && timingSafeEqual(signIn.codeHash, codeHash(binding, code));

/** Whether this browser asked for it. */
export const isAskedBy = ({ bindingHash }: EmailSignIn, binding: string | undefined): boolean =>
  bindingHash !== null &&
  binding !== undefined &&
  timingSafeEqual(bindingHash, secretHash(binding));
