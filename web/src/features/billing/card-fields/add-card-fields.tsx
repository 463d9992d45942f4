import { lazy, Suspense } from 'react';
import type { AddCardFieldsProps } from './card-and-address.ts';
import { FieldsSkeleton } from './fields-skeleton.tsx';

const CardField = lazy(async () => {
  const { CardField } = await import('./card-field.tsx');
  return { default: CardField };
});

/** One more card, as Stripe asks for it. Place it inside a form of the page. */
export function AddCardFields(props: AddCardFieldsProps) {
  return (
    <Suspense fallback={<FieldsSkeleton />}>
      <CardField {...props} />
    </Suspense>
  );
}
