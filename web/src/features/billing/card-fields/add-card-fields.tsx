import { lazy, Suspense } from 'react';
import { useConfig } from '../../../shared/config/index.ts';
import type { AddCardFieldsProps } from './card-and-address.ts';
import { FieldsSkeleton } from './fields-skeleton.tsx';
import { SandboxAddCard } from './sandbox-add-card.tsx';

const StripeAddCard = lazy(async () => {
  const { StripeAddCard } = await import('./stripe-add-card.tsx');
  return { default: StripeAddCard };
});

/** One more card, as the provider asks for it. Place it inside a form of the page. */
export function AddCardFields(props: AddCardFieldsProps) {
  const { provider } = useConfig().payments;
  if (provider !== 'stripe') {
    return <SandboxAddCard {...props} />;
  }
  return (
    <Suspense fallback={<FieldsSkeleton />}>
      <StripeAddCard {...props} />
    </Suspense>
  );
}
