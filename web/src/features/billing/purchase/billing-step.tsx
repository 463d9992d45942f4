import { type FormEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { FeatureList } from '../../../shared/plans/feature-list.tsx';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { CardAndAddressForm } from '../card-fields/card-and-address-form.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { PromotionCode } from './promotion-code.tsx';
import { useCreateSubscription } from './use-create-subscription.ts';
import { type PromotionCodeState, usePromotionCode } from './use-promotion-code.ts';

interface BillingStepProps extends PricedPlan {
  readonly onBack: () => void;
}

/** Buys a plan; keeps what was typed whatever the provider says. */
export function BillingStep({ plan, price, onBack }: BillingStepProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const collector = useRef<CardAndAddressCollector>(null);
  const { buy, resume, busyPlanId, refusal, waitingId, dialog } = useCreateSubscription();
  const busy = busyPlanId !== undefined;
  const code = usePromotionCode({ plan, price });
  const { amount, currency } = code.applied?.dueNow ?? price;
  const wanted = { plan, price, code };
  const title = configuredText(plan.titleKey);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (collector.current) {
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
          <CardAndAddressForm ref={collector} amount={{ amount, currency }} />
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <PlanSummary {...wanted} />
          <Button type="submit" variant="primary" size="wide" busy={busy}>
            {t('payment.step.pay', { amount: formatMoney(amount, currency) })}
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

/** Names the plan that is about to be bought, and its price now and later. */
function PlanSummary({ plan, price, code }: PricedPlan & { readonly code: PromotionCodeState }) {
  const { t } = useTranslation();
  const { promotionCodes } = useConfig().billing;
  const id = useId();
  const configuredText = useConfiguredText();
  const priceText = usePriceText();

  return (
    <SectionCard id={id} title={t('payment.step.summary')}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-card">{configuredText(plan.titleKey)}</span>
          <span className="text-ink-2 tabular-nums">{priceText(price, price.frequency)}</span>
        </div>
        <FeatureList keys={plan.descriptionKeys} />
        {promotionCodes && <PromotionCode price={price} code={code} />}
        <div className="grid gap-1 border-t border-line pt-4">
          <div className="flex items-baseline justify-between gap-3 font-card">
            <span>{t('payment.step.dueNow')}</span>
            <span className="tabular-nums">{priceText(code.applied?.dueNow ?? price)}</span>
          </div>
          <p className="text-small text-ink-2">{t(`payment.step.renewal.${price.frequency}`)}</p>
        </div>
      </div>
    </SectionCard>
  );
}
