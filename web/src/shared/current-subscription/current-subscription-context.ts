import type { Subscription } from '@hearth/contract';
import { createContext, useContext } from 'react';
import type { CurrentSubscription } from './current-subscription.ts';

interface CurrentSubscriptionValue extends CurrentSubscription {
  /** Shows the record that a change answered, here and in lists. */
  replace(subscription: Subscription): void;
}

/** Apart from its provider, so that guards can ask for it without loading the data layer. */
export const CurrentSubscriptionContext = createContext<CurrentSubscriptionValue | undefined>(
  undefined,
);

export function useCurrentSubscription(): CurrentSubscriptionValue {
  const value = useContext(CurrentSubscriptionContext);
  if (!value) {
    throw new Error('useCurrentSubscription needs a CurrentSubscriptionProvider above it.');
  }
  return value;
}
