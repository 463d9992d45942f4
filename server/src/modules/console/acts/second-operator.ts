import { type Money, toMinorUnits } from '@hearth/contract';
import type { MoneyServices } from '../operation.ts';

/** Whether one operator may not give that away alone. The command line may: whoever has it has the database. */
export function exceedsOneOperator(
  worth: Money | undefined,
  { operator, settings }: Pick<MoneyServices, 'operator' | 'settings'>,
): boolean {
  const most = worth && settings.policy.secondOperatorAbove[worth.currency];
  if (!worth || most === undefined || operator.uid === null) {
    return false;
  }
  return worth.amount > toMinorUnits({ price: most, currency: worth.currency }).amount;
}
