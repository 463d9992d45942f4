import Download from 'lucide-react/icons/download';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import type { Paid } from '../../../shared/plans/use-just-paid.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { useFirstName } from '../../../shared/session/use-first-name.ts';
import { buttonStyle } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Drawing } from '../../../shared/ui/drawing.tsx';
import { PageTitle, usePageTitle } from '../../../shared/ui/page-title.tsx';
import { useListInvoices } from '../invoices/use-list-invoices.ts';
import { useCardNumber } from '../shared/card-text.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';

interface PaidMomentProps {
  readonly paid: Paid;
}

/** Thanks on top of a page, after a plan was paid. */
export function PaidMoment({ paid }: PaidMomentProps) {
  const { title, text } = usePaidWords(paid);
  return (
    <section role="status" className={cardStyle}>
      <Drawing name="lit" />
      <h2 className="text-title font-title tracking-tight text-balance">{title}</h2>
      <p className={textStyle}>{text}</p>
    </section>
  );
}

interface PaidProjectProps extends PaidMomentProps {
  /** First step after paying. */
  readonly children?: ReactNode;
}

/** Thanks as a page of its own, after a project was bought. */
export function PaidProject({ paid, children }: PaidProjectProps) {
  const { t } = useTranslation();
  const { id } = useCurrentSubscription().subscription;
  const { title, text } = usePaidWords(paid);
  usePageTitle(title);

  return (
    <>
      <section className={cardStyle}>
        <Drawing name="lit" />
        <PageTitle>{title}</PageTitle>
        <p className={textStyle}>{text}</p>
        {children}
      </section>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink variant="quiet" to={paths.inviteUser(id)}>
          <UserPlus aria-hidden="true" className="size-4" />
          {t('paid.invite')}
        </ButtonLink>
        {!paid.trial && <ReceiptLink />}
        <ButtonLink variant="quiet" to={paths.subscription(id)}>
          <LayoutGrid aria-hidden="true" className="size-4" />
          {t('paid.overview')}
        </ButtonLink>
      </div>
    </>
  );
}

/** Comes once the provider has told of the payment. */
function ReceiptLink() {
  const { t } = useTranslation();
  const { data } = useListInvoices({ order: 'newest', pageToken: undefined });
  const receipt = data?.invoices.find(({ receipt_url }) => receipt_url !== null)?.receipt_url;
  return (
    receipt && (
      <a
        href={receipt}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle({ variant: 'quiet' })}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('invoices.receipt')}
        <span className="sr-only"> {t('invoices.newTab')}</span>
      </a>
    )
  );
}

const cardStyle =
  'lit mx-auto mt-3 grid w-full max-w-[600px] justify-items-center gap-2.5 rounded-card border border-line px-6 pt-9 pb-10 text-center shadow-lift';
const textStyle = 'max-w-[44ch] text-ink-2 tabular-nums wrap-anywhere';

function usePaidWords({ planId, amount, frequency, trial }: Paid) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { t } = useTranslation();
  const config = useConfig();
  const { planText } = usePlanWords();
  const { email } = useAccount();
  const name = useFirstName();
  const card = usePaidCard();
  const known = planById(config, planId);
  const plan = known ? planText(known, frequency) : planId;
  const toCharged = (sum: string) =>
    card ? t('paid.chargedTo', { sum, card }) : t('paid.charged', { sum });
  const charged = amount ? [toCharged(formatMoney(amount.amount, amount.currency))] : [];
  return {
    title: name ? t('paid.titleNamed', { plan, name }) : t('paid.title', { plan }),
    text: trial
      ? t(trial.hasCard ? 'paid.trial' : 'paid.trialWithoutCard', {
          sum: formatMoney(trial.next.amount, trial.next.currency),
          date: formatDate(trial.end, language, timeZone),
        })
      : [...charged, t('paid.receipt', { email })].join(t('paid.gap')),
  };
}

/** Named only once it was read after the payment: it may be a new one. */
function usePaidCard(): string | undefined {
  const cardNumber = useCardNumber();
  const { data, isFetching } = useGetBillingSummary();
  return data?.card && !isFetching ? cardNumber(data.card) : undefined;
}
