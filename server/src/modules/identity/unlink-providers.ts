import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { getAccount, setPassword } from './account-store.ts';
import type { Caller } from './caller.ts';
import { listIdentityLinks, removeIdentityLinks } from './identity-link-store.ts';
import type { IdentityServices } from './operation.ts';

/** Removes ways to sign in; one must remain. Those that the account does not have are passed over. */
export async function unlinkProviders(
  tx: Transaction,
  unlinked: readonly string[],
  context: IdentityServices & { readonly caller: Caller },
): Promise<void> {
  if (unlinked.length === 0) {
    return;
  }
  const { caller, clock, client } = context;
  const id = caller.uid;
  const at = clock.now();
  const { passwordHash } = await getAccount(tx, id);
  const linked = (await listIdentityLinks(tx, id)).map((link) => link.provider);
  const losesPassword = passwordHash !== null && unlinked.includes('password');
  const lost = linked.filter((provider) => unlinked.includes(provider));
  const keepsPassword = passwordHash !== null && !losesPassword;
  refuseIf(!keepsPassword && lost.length === linked.length, 'auth/last-sign-in-method');

  const event = { actorId: id, subjectId: id, at, origin: client };
  if (losesPassword) {
    await setPassword(tx, { id, passwordHash: null, at });
    await recordAudit(tx, { action: 'account.password-removed', ...event });
  }
  if (lost.length > 0) {
    await removeIdentityLinks(tx, { accountId: id, providers: lost });
    await recordAudit(tx, { action: 'account.provider-unlinked', ...event });
  }
}
