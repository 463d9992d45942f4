import type { CostLine, Money } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { type NextCharge, sumText, useCostWords } from './use-cost-words.ts';

interface CostReviewProps {
  /** Undefined while they are read; empty if nothing is charged now. */
  readonly lines: readonly CostLine[] | undefined;
  /** Undefined until it is known. */
  readonly dueNow: Money | undefined;
  /** Undefined until it is known. */
  readonly then: NextCharge | undefined;
  /** Whether the project ends before credit can be used. */
  readonly losesCredit?: boolean;
  /** Notes on the sum, such as its tax. */
  readonly children?: ReactNode;
}

/** The lines of a cost, their sum, and what is charged next. */
export function CostReview(props: CostReviewProps) {
  const { lines, dueNow, then, losesCredit, children } = props;
  const { t } = useTranslation();
  const { linesText, nextText } = useCostWords();
  const names = linesText(lines ?? [], losesCredit);

  return (
    <div className="grid gap-2 tabular-nums">
      <dl className="grid gap-2" aria-live="polite">
        {!lines && <Row name={<Skeleton className="h-5 w-36" />} />}
        {lines?.map(({ amount }, at) => (
          <Row key={names[at]} name={names[at]}>
            {sumText(amount)}
          </Row>
        ))}
        <div className="flex items-baseline justify-between gap-3 border-line text-card font-card not-first:border-t not-first:pt-2.5">
          <dt>{t('cost.dueToday')}</dt>
          <dd className="whitespace-nowrap">{dueNow && sumText(dueNow)}</dd>
        </div>
      </dl>
      <div className="grid gap-1 text-small text-ink-2">
        {children}
        {then && nextText(then, lines ?? []).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
    </div>
  );
}

function Row({ name, children }: { readonly name: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-label text-ink-2">
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

interface TaxNoteProps {
  /** Null if it is not known yet; undefined if no tax is computed. */
  readonly tax: Money | null | undefined;
  readonly isIncluded: boolean;
  /** Whether the buyer accounts for it. */
  readonly isReversed: boolean;
}

/** The tax, if the lines cannot say it. */
export function TaxNote({ tax, isIncluded, isReversed }: TaxNoteProps) {
  const { t } = useTranslation();
  if (isReversed) {
    return <p>{t('payment.tax.reverse')}</p>;
  }
  if (tax === null) {
    return <p>{t(`payment.tax.${isIncluded ? 'unknownIncluded' : 'unknown'}`)}</p>;
  }
  if (tax?.amount === 0 && !isIncluded) {
    return <p>{t('payment.tax.none')}</p>;
  }
  return tax && isIncluded && tax.amount > 0 ? (
    <p>{t('payment.tax.included', { amount: sumText(tax) })}</p>
  ) : null;
}
