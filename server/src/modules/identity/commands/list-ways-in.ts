import type { Database } from '../../../platform/transaction.ts';
import { listIdentityLinks } from '../accounts/identity-link-store.ts';
import { countRecoveryCodes } from '../factors/recovery-code-store.ts';
import { listSecondFactors } from '../factors/second-factor-store.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';

/** Lists all that opens the account beside its password and mailbox, without secrets, for an operator or the person. */
export async function listWaysIn(db: Database, accountId: string) {
  const factors = await listSecondFactors(db, accountId);
  const passkeys = await listPasskeys(db, accountId);
  return {
    providers: (await listIdentityLinks(db, accountId)).map(({ accountId: _, ...link }) => link),
    passkeys: passkeys.map(({ id, displayName, userAgent, addedAt, lastUsedAt }) => ({
      id,
      displayName,
      userAgent,
      addedAt,
      lastUsedAt,
    })),
    secondFactors: factors.map(({ id, displayName, enrolledAt, lastUsedAt }) => ({
      id,
      displayName,
      enrolledAt,
      lastUsedAt,
    })),
    recoveryCodesLeft: await countRecoveryCodes(db, accountId),
  };
}
