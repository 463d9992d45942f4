import type { PublicConfig } from '@hearth/contract';
import { lazy, type ReactNode } from 'react';
import { useConfig } from '../../shared/config/index.ts';
import { loadPatiently } from '../../shared/online/load-patiently.ts';
import type { Offers } from './offers.ts';

interface WithOffersProps {
  readonly children: (offers: Offers) => ReactNode;
}

let loaded: { readonly default: typeof import('./with-choice.tsx').WithChoice } | undefined;

async function loadChoice() {
  loaded ??= { default: (await loadPatiently(() => import('./with-choice.tsx'))).WithChoice };
  return loaded;
}

/** Most products sell at one price for each plan: the code of the choice is loaded by the others alone. */
const WithChoice = lazy(loadChoice);

const hasChoice = ({ plans }: PublicConfig) =>
  plans.some(({ legacy, free, prices }) => !legacy && !free && prices.length > 1);

/** Loads what the offers are made of, so that a page that the server has drawn is followed by the same one. */
export async function loadOffers(config: PublicConfig): Promise<void> {
  if (hasChoice(config)) {
    await loadChoice();
  }
}

export function WithOffers({ children }: WithOffersProps) {
  return hasChoice(useConfig()) ? (
    <WithChoice>{children}</WithChoice>
  ) : (
    children({
      priceOf: ({ prices: [price] }) => price,
      queryOf: ({ id }) => `?plan=${encodeURIComponent(id)}`,
      shown: '',
    })
  );
}
