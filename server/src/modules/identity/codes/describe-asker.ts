import type { ActionCodeType, OutputOf, resetPassword } from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { printableName } from '../../mail/index.ts';
import { getAccount } from '../accounts/account-store.ts';
import type { UsableCode } from './action-code.ts';

type Asker = Pick<OutputOf<typeof resetPassword>, 'asker' | 'emailVerified'>;

/** Codes whose page asks its reader whether the account is theirs. */
const asking: readonly ActionCodeType[] = ['VERIFY_EMAIL', 'REVERT_VERIFICATION'];

/** Describes who asked to verify the address, for the page that shows it to its reader. */
export async function describeAsker(db: Database, code: UsableCode): Promise<Asker> {
  if (!asking.includes(code.type)) {
    return {};
  }
  const account = await getAccount(db, code.accountId);
  // Anybody can give an account any name, so it is shown only if it reads as one.
  const displayName = printableName(account.displayName);
  const isDone =
    code.type === 'VERIFY_EMAIL' && account.emailVerified && account.email === code.email;
  return {
    ...(isDone && { emailVerified: true }),
    asker: {
      localId: account.id,
      ...(displayName && { displayName }),
      createdAt: account.createdAt.toISOString(),
      askedAt: code.createdAt.toISOString(),
      ...(code.userAgent && { userAgent: code.userAgent }),
    },
  };
}
