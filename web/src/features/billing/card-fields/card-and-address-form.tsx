import { lazy, Suspense } from 'react';
import { useConfig } from '../../../shared/config/index.ts';
import type { CardAndAddressFieldsProps } from './card-and-address.ts';
import { FieldsSkeleton } from './fields-skeleton.tsx';
import { SandboxBillingFields } from './sandbox-billing-fields.tsx';

const StripeBillingFields = lazy(async () => {
  const { StripeBillingFields } = await import('./stripe-billing-fields.tsx');
  return { default: StripeBillingFields };
});

/** The billing step: card and address, as the provider asks for them. Place it inside a form of the page. */
export function CardAndAddressForm(props: CardAndAddressFieldsProps) {
  const { provider } = useConfig().payments;
  if (provider !== 'stripe') {
    return <SandboxBillingFields {...props} />;
  }
  return (
    <Suspense fallback={<FieldsSkeleton />}>
      <StripeBillingFields {...props} />
    </Suspense>
  );
}
