import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { notify } from '../../shared/ui/toasts.ts';
import { useRefreshBilling } from './use-refresh-billing.ts';

const ownNames = ['setup_intent', 'setup_intent_client_secret', 'redirect_status'];

/** Some banks take the person away to confirm a card and send them back here. True where that card was not kept. */
export function useFinishedSetup(): boolean {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const refresh = useRefreshBilling();
  const [hasFailed, setHasFailed] = useState(false);
  const isBack = search.has('setup_intent_client_secret');

  const settle = useEffectEvent(() => {
    const rest = new URLSearchParams(search);
    const isKept = rest.get('redirect_status') === 'succeeded';
    for (const name of ownNames) {
      rest.delete(name);
    }
    setSearch(rest, { replace: true });
    setHasFailed(!isKept);
    if (isKept) {
      notify.success(t('payment.methods.added'));
      void refresh();
    }
  });

  useEffect(() => {
    if (isBack) {
      settle();
    }
  }, [isBack]);

  return hasFailed;
}
