import type { Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../../shared/api/use-change.ts';
import { subscriptionsKey } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { useGoToSettings } from './use-go-to-settings.ts';
import { useWaitingPayment } from './use-waiting-payment.ts';

/** Goes on with a first payment that was left, or drops it. */
export function useFinishPurchase({ id }: Subscription, onGivenUp: () => void) {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { confirmAgain, giveUp, dialog } = useWaitingPayment();
  const goToSettings = useGoToSettings();
  const { busy, error, run } = useChange();

  const resume = () =>
    run(async () => {
      await confirmAgain(id);
      await goToSettings(id);
      return 'leaving';
    });

  const abandon = () =>
    run(async () => {
      if (!(await giveUp(id))) {
        // It has come through meanwhile.
        await goToSettings(id);
        return 'leaving';
      }
      void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
      onGivenUp();
      return 'staying';
    });

  return { busy, error, resume, abandon, dialog };
}
