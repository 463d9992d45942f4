import { useTranslation } from 'react-i18next';
import { notify } from '../../../shared/ui/toasts.ts';

/** Tells that a card is kept, and where something is owed that this has not paid it. */
export function useTellCardAdded() {
  const { t } = useTranslation();

  return (owing: boolean) => {
    if (owing) {
      notify.warning(t('payment.methods.addedOwing'));
    } else {
      notify.success(t('payment.methods.added'));
    }
  };
}
