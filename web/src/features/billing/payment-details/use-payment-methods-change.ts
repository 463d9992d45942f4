import { useChange } from '../../../shared/api/use-change.ts';
import { isOwing } from '../payment/is-owing.ts';
import { useRefreshBilling } from '../payment/use-refresh-billing.ts';

/** One change of the cards at a time. A debt may be paid by it; `onDone` is told whether it still is owed. */
export function usePaymentMethodsChange() {
  const refresh = useRefreshBilling();
  const { busy, error, run } = useChange({ refresh });

  const change = (task: () => Promise<unknown>, onDone: (owing: boolean) => void) =>
    run(async () => {
      await task();
      onDone(isOwing(await refresh()));
      return 'staying';
    });

  return { busy, error, change };
}
