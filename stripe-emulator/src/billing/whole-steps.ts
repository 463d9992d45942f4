import { stepOf } from '../rules/money.ts';
import { invalid } from '../wire/errors.ts';

/** Refuses an amount that no card can be charged in its currency. */
export function requireWholeSteps(
  amount: number | null | undefined,
  currency: string,
  param: string,
): void {
  if (amount != null && amount % stepOf(currency) !== 0) {
    throw invalid(
      `Amounts in ${currency.toUpperCase()} have to end in ${String(stepOf(currency)).slice(1)}.`,
      param,
      'parameter_invalid_integer',
    );
  }
}
