import { useOnce } from './use-once.ts';
import { useRefreshBilling } from './use-refresh-billing.ts';

/** One change of the cards at a time: at work, or refused for a reason, or done and seen in the list. */
export function usePaymentMethodsChange() {
  const refresh = useRefreshBilling();
  const { busy, error, run } = useOnce();

  const change = (task: () => Promise<unknown>, onDone: () => void) =>
    run(async () => {
      try {
        await task();
      } finally {
        // Refused is often what another tab has done already.
        await refresh();
      }
      onDone();
      return 'staying';
    });

  return { busy, error, change };
}
