import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isOwing } from '../payment/is-owing.ts';
import { useRefreshBilling } from '../payment/use-refresh-billing.ts';
import { useTellCardAdded } from './use-tell-card-added.ts';

const ownNames = ['setup_intent', 'setup_intent_client_secret', 'redirect_status'];

/** Some banks take the person away to confirm a card and send them back here. True where that card was not kept. */
export function useFinishedSetup(): boolean {
  const [search, setSearch] = useSearchParams();
  const refresh = useRefreshBilling();
  const tellAdded = useTellCardAdded();
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
      void refresh().then((subscription) => tellAdded(isOwing(subscription)));
    }
  });

  useEffect(() => {
    if (isBack) {
      settle();
    }
  }, [isBack]);

  return hasFailed;
}
