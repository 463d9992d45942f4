import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { isOwing } from '../shared/is-owing.ts';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { useDueWords } from './use-due-words.ts';
import { type PaymentAttempt, usePaymentAttempt } from './use-payment-attempt.ts';

const DueCard = lazy(async () => {
  const { DueCard } = await import('./due-card.tsx');
  return { default: DueCard };
});

/** Whether a later payment than the first one is owed, or waits for its owner at the bank. */
export function usePaymentDue(): boolean {
  const { subscription } = useCurrentSubscription();
  const { data } = useGetBillingSummary();
  const isWaiting = subscription.status === 'active' && data?.needs_confirmation;
  return isOwing(subscription) || isWaiting === true;
}

interface BillingDueProps {
  /** `billing` takes any card in place; `cards` has them beside it, so nothing leads there. */
  readonly place: 'overview' | 'billing' | 'cards';
}

/**
 * Money that is owed or waits at the bank, with the way to pay it. One component, since the one becomes the other while
 * a payment is processed.
 */
export function BillingDue({ place }: BillingDueProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription, isOwner } = useCurrentSubscription();
  const { data, isPending } = useGetBillingSummary();
  const attempt = usePaymentAttempt();
  const { error } = attempt;
  const takesCards =
    place === 'billing' && isOwner && isOwing(subscription) && !data?.needs_confirmation;

  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('billing.resume.failed')}>
          {toPaymentText(error, t, language)}
        </RefusalNotice>
      )}
      {takesCards && isPending && <DueSkeleton />}
      {takesCards && data && (
        <Suspense fallback={<DueSkeleton />}>
          <DueCard attempt={attempt} />
        </Suspense>
      )}
      {!(takesCards && (isPending || data)) && <DueNotice attempt={attempt} place={place} />}
    </>
  );
}

interface DueNoticeProps extends BillingDueProps {
  readonly attempt: PaymentAttempt;
}

/** The trouble in one notice, paid with the default card. */
function DueNotice({ attempt, place }: DueNoticeProps) {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();
  const { data } = useGetBillingSummary();
  const { title, sentences, action } = useDueWords();
  const text = sentences.join(t('billing.due.gap'));
  const cards = place === 'overview' ? paths.subscriptionBilling : paths.paymentMethods;

  return (
    <Notice
      tone="warn"
      title={title}
      actions={
        isOwner && (
          <>
            {isOwing(subscription) && place !== 'cards' && (
              <ButtonLink size="small" to={cards(subscription.id)}>
                {t('billing.banner.checkCards')}
              </ButtonLink>
            )}
            {data?.card !== null && (
              <Button
                size="small"
                variant="primary"
                busy={attempt.busy}
                onClick={() => void attempt.resume()}
              >
                {action}
              </Button>
            )}
          </>
        )
      }
    >
      {isOwner ? text : <AskOwner text={text} />}
    </Notice>
  );
}

/** The text, and who can help. */
function AskOwner({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const { owner_name: name } = useCurrentSubscription().subscription;
  return name
    ? t('billing.banner.askOwnerNamed', { text, name })
    : t('billing.banner.askOwner', { text });
}

function DueSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-96 w-full" />
    </SkeletonGroup>
  );
}
