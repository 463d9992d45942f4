import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { planById, useConfig } from '../config/index.ts';
import { formatDate, formatMoney, useLanguage } from '../i18n/index.ts';
import { useAccount } from '../session/index.ts';
import { Drawing } from '../ui/drawing.tsx';
import { PageTitle, usePageTitle } from '../ui/page-title.tsx';
import type { Paid } from './use-just-paid.ts';
import { usePlanWords } from './use-plan-words.ts';

interface PaidMomentProps {
  readonly paid: Paid;
  /** "Visa ·· 4242"; absent where it is not known. */
  readonly card?: string | undefined;
}

/** Thanks on top of a page, after a plan was paid. */
export function PaidMoment(props: PaidMomentProps) {
  const { title, text } = usePaidWords(props);
  return (
    <section role="status" className={cardStyle}>
      <Drawing name="lit" />
      <h2 className="text-title font-title tracking-tight text-balance">{title}</h2>
      <p className={textStyle}>{text}</p>
    </section>
  );
}

interface PaidPageProps extends Pick<PaidMomentProps, 'paid'> {
  /** First step after paying. */
  readonly children?: ReactNode;
  readonly links: ReactNode;
}

/** Thanks as a page of its own, after a project was bought. */
export function PaidPage({ paid, children, links }: PaidPageProps) {
  const { title, text } = usePaidWords({ paid });
  usePageTitle(title);

  return (
    <>
      <section className={cardStyle}>
        <Drawing name="lit" />
        <PageTitle>{title}</PageTitle>
        <p className={textStyle}>{text}</p>
        {children}
      </section>
      <div className="flex flex-wrap justify-center gap-2">{links}</div>
    </>
  );
}

const cardStyle =
  'lit mx-auto mt-3 grid w-full max-w-[600px] justify-items-center gap-2.5 rounded-card border border-line px-6 pt-9 pb-10 text-center shadow-lift';
const textStyle = 'max-w-[44ch] text-ink-2 tabular-nums wrap-anywhere';

function usePaidWords({ paid: { planId, amount, frequency, trial }, card }: PaidMomentProps) {
  const language = useLanguage();
  const { t } = useTranslation();
  const config = useConfig();
  const { planText } = usePlanWords();
  const { email } = useAccount();
  const name = useFirstName();
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
          date: formatDate(trial.end, language),
        })
      : [...charged, t('paid.receipt', { email })].join(t('paid.gap')),
  };
}

/** First word of the person's name; a Chinese name is one word. */
export function useFirstName(): string {
  const { displayName } = useAccount();
  return displayName.trim().split(/\s+/)[0] ?? '';
}
