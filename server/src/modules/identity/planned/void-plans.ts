import type { Transaction } from '../../../platform/transaction.ts';
import type { IdentityServices } from '../operation.ts';
import { endAddressChange } from './change-address.ts';
import { endDeletion } from './plan-deletion.ts';

/** Voids all that operators have planned for an account which has turned out to be another person's. */
export async function voidPlans(
  tx: Transaction,
  accountId: string,
  context: Pick<IdentityServices, 'hooks'>,
): Promise<void> {
  await endAddressChange(tx, { accountId, end: 'void' }, context);
  await endDeletion(tx, { accountId, end: 'void' }, context);
}
