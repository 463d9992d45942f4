import type { Frequency, Subscription } from '@hearth/contract';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { daysFromNow } from '../../../shared/i18n/format-date-time.ts';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { NoInvoicesSkeleton } from './no-invoices.tsx';

/** Same height as the drawing of a free project, or as the invoices that a paid one has by its age. */
export function InvoicesSkeleton({ most }: { readonly most: number }) {
  const { subscription, plan } = useCurrentSubscription();
  if (plan?.free) {
    return <NoInvoicesSkeleton />;
  }
  const count = Math.min(most, expectedInvoices(subscription));
  return (
    <SkeletonGroup className="divide-y divide-line">
      <div className="h-10 bg-sunken max-sm:hidden" />
      {Array.from({ length: count }, (_, index) => `row ${index}`).map((row) => (
        <div
          key={row}
          className="flex h-11 items-center justify-between gap-6 px-5 max-sm:h-[76px]"
        >
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Number of invoices that a paid project has by its age. */
export function expectedInvoices({ create_time, frequency = 'week' }: Subscription): number {
  return Math.floor(-daysFromNow(create_time) / periodDays[frequency]) + 1;
}

const periodDays: Readonly<Record<Frequency, number>> = { week: 7, month: 31, year: 366 };
