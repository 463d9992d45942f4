import { lazy, Suspense } from 'react';
import type { CardAndAddressFieldsProps } from './card-and-address.ts';
import { FieldsSkeleton } from './fields-skeleton.tsx';

const CardAndAddressFields = lazy(async () => {
  const { CardAndAddressFields } = await import('./card-and-address-fields.tsx');
  return { default: CardAndAddressFields };
});

/** The billing step: card and address, as Stripe asks for them. Place it inside a form of the page. */
export function CardAndAddressForm(props: CardAndAddressFieldsProps) {
  return (
    <Suspense fallback={<FieldsSkeleton />}>
      <CardAndAddressFields {...props} />
    </Suspense>
  );
}
