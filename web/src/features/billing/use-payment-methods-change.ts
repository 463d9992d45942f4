import { isOwing } from './is-owing.ts';
import { useOnce } from './use-once.ts';
import { useRefreshBilling } from './use-refresh-billing.ts';

/**
 * One change of the cards at a time: at work, or refused for a reason, or done and seen in the list.
 * What is owed may be paid by it; `onDone` hears whether it is owed still.
 */
export function usePaymentMethodsChange() {
  const refresh = useRefreshBilling();
  const { busy, error, run } = useOnce();

  const change = (task: () => Promise<unknown>, onDone: (owing: boolean) => void) =>
    run(async () => {
      try {
        await task();
      } catch (failure) {
        // Refused is often what another tab has done already.
        await refresh();
        throw failure;
      }
      onDone(isOwing(await refresh()));
      return 'staying';
    });

  return { busy, error, change };
}
