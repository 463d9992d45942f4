import { refuseIf } from '../../../platform/refusal.ts';
import type { Caller } from './caller.ts';

const recentMs = 5 * 60_000;

/** Refuses an irreversible change unless the sign-in is at most 5 minutes old. */
export function requireRecentSignIn({ signedInAt }: Pick<Caller, 'signedInAt'>, now: Date): void {
  refuseIf(now.getTime() - signedInAt.getTime() > recentMs, 'auth/requires-recent-login');
}
