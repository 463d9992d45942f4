import { refuse, refuseIf } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type Account, findAccountById } from '../../identity/index.ts';
import { findRole, type OperatorRules } from './require-operator.ts';

/** The account, unless it is an operator's: nobody does this to them from the console. */
export async function refuseOperators(
  tx: Transaction,
  uid: string,
  rules: Pick<OperatorRules, 'operators'>,
): Promise<Account> {
  const account = (await findAccountById(tx, uid)) ?? refuse('account/unknown');
  const role = await findRole(tx, { uid, ...account }, rules);
  refuseIf(role !== undefined, 'operator/is-operator');
  return account;
}
