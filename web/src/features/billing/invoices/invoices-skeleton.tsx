import type { Frequency } from '@hearth/contract';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { daysFromNow } from '../../../shared/i18n/format-date-time.ts';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';

/** As high as the sentence of a free project, or as the invoices that a paid one has by its age. */
export function InvoicesSkeleton({ most }: { readonly most: number }) {
  const { subscription, plan } = useCurrentSubscription();
  if (plan?.free) {
    return (
      <SkeletonGroup className="px-5 py-8">
        <Skeleton className="mx-auto h-[23px] w-52" />
      </SkeletonGroup>
    );
  }
  const ageDays = -daysFromNow(subscription.create_time);
  const periods = Math.floor(ageDays / periodDays[subscription.frequency ?? 'week']);
  return (
    <SkeletonGroup className="divide-y divide-line">
      <div className="h-10 bg-sunken max-sm:hidden" />
      {Array.from({ length: Math.min(most, periods + 1) }, (_, index) => `row ${index}`).map(
        (row) => (
          <div
            key={row}
            className="flex h-11 items-center justify-between gap-6 px-5 max-sm:h-[76px]"
          >
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-5 w-40" />
          </div>
        ),
      )}
    </SkeletonGroup>
  );
}

const periodDays: Readonly<Record<Frequency, number>> = { week: 7, month: 31, year: 366 };
