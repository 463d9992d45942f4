import { refuseIf } from '../../platform/refusal.ts';
import type { Caller } from './caller.ts';

const recentMs = 5 * 60_000;

/** What cannot be undone asks for a sign-in that is not older than 5 minutes. */
export function requireRecentSignIn({ signedInAt }: Pick<Caller, 'signedInAt'>, now: Date): void {
  refuseIf(now.getTime() - signedInAt.getTime() > recentMs, 'auth/requires-recent-login');
}
