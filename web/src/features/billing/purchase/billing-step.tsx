import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../../shared/config/index.ts';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { CardAndAddressForm } from '../card-fields/card-and-address-form.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { PlanSummary } from './plan-summary.tsx';
import { useCreateSubscription } from './use-create-subscription.ts';
import { usePromotionCode } from './use-promotion-code.ts';
import { useTrial } from './use-trial.ts';

interface BillingStepProps extends PricedPlan {
  readonly onBack: () => void;
}

/** Buys a plan; keeps what was typed whatever the provider says. */
export function BillingStep({ plan, price, onBack }: BillingStepProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const collector = useRef<CardAndAddressCollector>(null);
  const { create, buy, resume, busyPlanId, refusal, waitingId, dialog } = useCreateSubscription();
  const busy = busyPlanId !== undefined;
  const code = usePromotionCode({ plan, price });
  const state = useTrial({ plan, price });
  // A purchase with a code begins with its payment.
  const trial = code.applied ? undefined : state.trial;
  const { amount, currency } = code.applied?.dueNow ?? price;
  const due = { amount: trial ? 0 : amount, currency };
  const asksForCard = trial?.needsCard !== false;
  const wanted = { plan, price, code, trial, askAgain: state.askAgain };
  const title = configuredText(plan.titleKey);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!asksForCard) {
      void create(wanted);
    } else if (collector.current) {
      void buy(wanted, collector.current);
    }
  }

  return (
    <>
      <PageHeader
        title={t('payment.step.title', { plan: title })}
        sub={t('payment.step.sub')}
        actions={
          <Button off={busy} onClick={onBack}>
            {t('payment.step.back')}
          </Button>
        }
      />
      {refusal && (
        <Refusal
          error={refusal.error}
          title={t('payment.createError', { plan: title })}
          {...(waitingId && { onConfirmAgain: () => void resume(wanted, waitingId) })}
        />
      )}
      <form
        noValidate
        onSubmit={handleSubmit}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]"
      >
        <div className="grid gap-6">
          {asksForCard && <CardAndAddressForm ref={collector} amount={due} />}
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <PlanSummary {...{ plan, price, code, state, trial }} />
          <Button type="submit" variant="primary" size="wide" busy={busy} off={state.isPending}>
            {trial || state.isPending
              ? t('payment.trial.start')
              : t('payment.step.pay', { amount: formatMoney(amount, currency) })}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}

interface RefusalProps {
  readonly error: unknown;
  readonly title: string;
  /** Where the bank's question is still open. */
  readonly onConfirmAgain?: () => void;
}

function Refusal({ error, title, onConfirmAgain }: RefusalProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reason = toPaymentText(error, t, language);

  if (!onConfirmAgain) {
    return (
      <RefusalNotice error={error} title={title}>
        {reason}
      </RefusalNotice>
    );
  }
  return (
    <RefusalNotice
      error={error}
      title={title}
      actions={
        <Button size="small" onClick={onConfirmAgain}>
          {t('payment.step.confirmAgain')}
        </Button>
      }
    >
      {reason}
      <span className="block">{t('payment.step.orOtherCard')}</span>
    </RefusalNotice>
  );
}
