import { useTranslation } from 'react-i18next';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { useResumeSubscription } from '../../../shared/plans/use-resume-subscription.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { BillingDue, usePaymentDue } from '../owed/billing-due.tsx';
import { EndedNotice } from '../shared/ended-notice.tsx';
import {
  type BillingSummaryAnswer,
  useGetBillingSummary,
} from '../shared/use-get-billing-summary.ts';
import { usePeopleCount } from '../shared/use-people-count.ts';
import { IncompletePayment } from './incomplete-payment.tsx';
import { ScheduledChangeNotice } from './scheduled-change.tsx';
import { TaxAddressBanner } from './tax-address-banner.tsx';

interface BillingBannerProps {
  readonly place: 'overview' | 'billing';
}

/** Says whether the project is frozen, whether a change is not confirmed yet, and the most urgent of what else there is. */
export function BillingBanner({ place }: BillingBannerProps) {
  const { data } = useGetBillingSummary();
  return (
    <>
      {data?.is_frozen && <FrozenNotice />}
      {data?.is_under_way && <UnderWayNotice />}
      <MostUrgentBanner place={place} />
    </>
  );
}

/** Somebody else claims the project, and an operator has not decided yet. */
function FrozenNotice() {
  const { t } = useTranslation();
  return (
    <Notice tone="warn" title={t('billing.banner.frozenTitle')}>
      {t('billing.banner.frozen')}
    </Notice>
  );
}

/** Tells the person whose change was not confirmed that it goes on: they come here to see how it ended. */
function UnderWayNotice() {
  const { t } = useTranslation();
  return (
    <Notice tone="warn" title={t('billing.banner.underWayTitle')}>
      {t('billing.banner.underWay')}
    </Notice>
  );
}

/** The most urgent of what is wrong with the payments and what ends, and who can help. */
function MostUrgentBanner({ place }: BillingBannerProps) {
  const { subscription } = useCurrentSubscription();
  const isDue = usePaymentDue();
  const { data } = useGetBillingSummary();

  if (subscription.status === 'canceled') {
    return <EndedNotice />;
  }
  if (subscription.status === 'incomplete') {
    return <IncompletePayment />;
  }
  if (isDue) {
    return (
      <>
        <BillingDue place={place} />
        {data?.cancel_at && <BillingSummaryEnding endsAt={data.cancel_at} isBelowDebt />}
      </>
    );
  }
  // Nothing more is charged to a project that ends, so neither its card nor its address is missed.
  if (data?.cancel_at) {
    return <BillingSummaryEnding endsAt={data.cancel_at} />;
  }
  return (
    <>
      {data && <BillingSummaryTrouble data={data} />}
      {data?.scheduled && <ScheduledChangeNotice scheduled={data.scheduled} />}
    </>
  );
}

function BillingSummaryTrouble({ data }: { readonly data: BillingSummaryAnswer }) {
  const { isOwner, isAdminLevel } = useCurrentSubscription();
  if (data.needs_billing_info && (isOwner || isAdminLevel)) {
    return <BillingSummaryMissing data={data} />;
  }
  return data.needs_tax_address && isOwner ? <TaxAddressBanner /> : null;
}

/** Asks for the card or address that is missing after a transfer, or since it was removed at the provider. */
function BillingSummaryMissing({ data }: { readonly data: BillingSummaryAnswer }) {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();
  const words = useMissingWords(data);

  if (!isOwner) {
    return (
      <Notice tone="warn" title={words.title}>
        {t('billing.banner.askOwner', { text: words.others })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      title={words.title}
      actions={
        <>
          {words.card && (
            <ButtonLink size="small" to={paths.paymentMethods(subscription.id)}>
              {t('billing.banner.addCard')}
            </ButtonLink>
          )}
          {words.details && (
            <ButtonLink size="small" to={paths.updateBillingDetails(subscription.id)}>
              {t('billing.banner.addDetails')}
            </ButtonLink>
          )}
        </>
      }
    >
      {words.text}
    </Notice>
  );
}

function useMissingWords(data: BillingSummaryAnswer) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const others = t('billing.banner.needsInfoOthers');
  if (data.needs_card && data.trial_end !== undefined) {
    const date = formatDate(data.trial_end, language, timeZone);
    return {
      title: t('billing.banner.trialTitle', { date }),
      text: t('billing.banner.trialNeedsCard'),
      others: t('billing.banner.trialNeedsCardOthers'),
      card: true,
      details: data.needs_details,
    };
  }
  if (data.needs_card && !data.needs_details) {
    const [title, text] = [t('billing.banner.needsCardTitle'), t('billing.banner.needsCard')];
    return { title, text, others, card: true, details: false };
  }
  if (data.needs_details && !data.needs_card) {
    const [title, text] = [t('billing.banner.needsDetailsTitle'), t('billing.banner.needsDetails')];
    return { title, text, others, card: false, details: true };
  }
  const [title, text] = [t('billing.banner.needsInfoTitle'), t('billing.banner.needsInfo')];
  return { title, text, others, card: true, details: true };
}

interface BillingSummaryEndingProps {
  readonly endsAt: string;
  /** The payment above comes first, and an open one may have closed the project already. */
  readonly isBelowDebt?: boolean;
}

/** The project ends by itself, as its owner asked or as was set at the provider; the owner can keep it. */
function BillingSummaryEnding({ endsAt, isBelowDebt = false }: BillingSummaryEndingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const project = useProjectName();
  const { subscription, isOwner } = useCurrentSubscription();
  const { busy, error, resume } = useResumeSubscription({ id: subscription.id, project });
  const date = formatDate(endsAt, language, timeZone);
  const text = useEndingText();
  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('subscription.ending.failed')}>
          {toServerText(error, t, language)}
        </RefusalNotice>
      )}
      <Notice
        tone="warn"
        title={t('subscription.ending.title', { project, date })}
        actions={
          isOwner && (
            <Button
              size="small"
              {...(!isBelowDebt && { variant: 'primary' })}
              busy={busy}
              onClick={() => void resume()}
            >
              {t('subscription.ending.keep')}
            </Button>
          )
        }
      >
        {isBelowDebt ? undefined : text}
      </Notice>
    </>
  );
}

function useEndingText(): string {
  const { t } = useTranslation();
  const count = usePeopleCount();
  return count === undefined
    ? t('subscription.ending.text')
    : t('subscription.ending.textPeople', { count });
}
