import { lazy, type ReactNode } from 'react';
import { loadPatiently } from '../../shared/online/load-patiently.ts';
import { type Offers, useOfferedPlans } from './offers.ts';

interface WithOffersProps {
  readonly children: (offers: Offers) => ReactNode;
}

/** Most products sell at one price for each plan: the code of the choice is loaded by the others alone. */
const WithChoice = lazy(async () => ({
  default: (await loadPatiently(() => import('./with-choice.tsx'))).WithChoice,
}));

export function WithOffers({ children }: WithOffersProps) {
  const hasChoice = useOfferedPlans().some(({ free, prices }) => !free && prices.length > 1);
  return hasChoice ? (
    <WithChoice>{children}</WithChoice>
  ) : (
    children({
      priceOf: ({ prices: [price] }) => price,
      queryOf: ({ id }) => `?plan=${encodeURIComponent(id)}`,
    })
  );
}
