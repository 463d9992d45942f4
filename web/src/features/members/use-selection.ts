import type { SubscriptionUser } from '@hearth/contract';
import { useState } from 'react';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Users of the shown page that are selected; neither the owner nor oneself. Other pages are not part of it. */
export function useSelection(shown: readonly SubscriptionUser[]) {
  const { uid } = useAccount();
  const { owner_id } = useCurrentSubscription().subscription;
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const canSelect = ({ id }: SubscriptionUser) => id !== uid && id !== owner_id;
  const selectable = shown.filter(canSelect);
  const selected = selectable.filter(({ id }) => ids.has(id));

  function toggle({ id }: SubscriptionUser) {
    const next = new Set(ids);
    if (!next.delete(id)) {
      next.add(id);
    }
    setIds(next);
  }

  const isAll = selectable.length > 0 && selected.length === selectable.length;
  return {
    selected,
    canSelect,
    has: ({ id }: SubscriptionUser) => ids.has(id),
    toggle,
    isAll,
    /** Whether anyone on the page can be selected. */
    isPossible: selectable.length > 0,
    isSome: selected.length > 0,
    toggleAll: () => setIds(new Set(isAll ? [] : selectable.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
