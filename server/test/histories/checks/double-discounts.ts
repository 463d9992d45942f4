import { addMonths } from '../../../src/modules/billing/port/rules/period.ts';
import type { BookedInvoice, BookedSubscription } from '../books.ts';
import type { Both } from '../compare-books.ts';

/** A promotion code lowers what it lasts for and no more, and is redeemed no more often than it may be. */
export function findDoubleDiscounts({ theirs }: Pick<Both, 'theirs'>): string[] {
  // An invoice is void where the purchase or the change came to nothing.
  const living = theirs.invoices.filter(({ status }) => status !== 'void');
  return theirs.codes.flatMap(({ code, duration, months, maxRedemptions }) => {
    const lowered = living.filter(({ codes }) => codes.includes(code));
    const bought = theirs.subscriptions.filter(({ id }) =>
      lowered.some(({ subscriptionId }) => subscriptionId === id),
    );
    const isTooOften = maxRedemptions !== null && bought.length > maxRedemptions;
    return [
      ...(isTooOften ? [`${code} was redeemed ${bought.length} times: ${namesOf(bought)}.`] : []),
      ...bought.flatMap((one) => {
        const own = lowered.filter(({ subscriptionId }) => subscriptionId === one.id);
        const late = duration === 'repeating' ? startedAfter(own, one, months ?? 0) : [];
        return [
          ...(duration === 'once' && own.length > 1
            ? [`${one.reference}: ${code} lowers ${namesOf(own)}.`]
            : []),
          ...late.map(({ id }) => `${one.reference}: ${code} lowers ${id} after its end.`),
        ];
      }),
    ];
  });
}

const startedAfter = (
  invoices: readonly BookedInvoice[],
  { createdAt }: BookedSubscription,
  months: number,
) => invoices.filter((one) => one.createdAt >= addMonths(createdAt, months));

const namesOf = (objects: readonly { readonly id: string }[]) =>
  objects.map(({ id }) => id).join(', ');
