import { recordAudit } from '../../audit/index.ts';
import type { Mails } from '../../mail/index.ts';
import type { Account } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-store.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import { removeAllFactors } from '../factors/remove-all-factors.ts';
import { removeSessions } from '../sessions/session-store.ts';
import type { OperatorContext } from './operate-account.ts';

type Context = OperatorContext & { readonly mails: Mails };

/**
 * Removes the second factors of a person who has lost them all, ends the sessions, and mails the person a link that
 * takes it back; answers how many factors there were.
 */
export async function removeFactorsOf({ id }: Account, context: Context): Promise<number> {
  const at = context.clock.now();
  return await context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, id);
    const removed = await removeAllFactors(tx, { accountId: id, at });
    if (removed === 0) {
      return 0;
    }
    await removeSessions(tx, { accountId: id, reason: 'operator', endedAt: at });
    const client = { address: '', userAgent: 'operator command line', cookieSession: false };
    const ids = { actorId: null, subjectId: id };
    await recordAudit(tx, { action: 'account.factors-removed', ...ids, at, origin: client });
    const about = { account, email: account.email, at, userAgent: null };
    const factorChange = 'removed-by-operator';
    const services = { ...context, client };
    await mailActionCode(tx, { type: 'REVERT_FACTORS', ...about, factorChange }, services);
    return removed;
  });
}
