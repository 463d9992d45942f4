import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { BusinessCard } from '../card-fields/business-card.tsx';
import { noBusiness, toBusinessDetails, useBusinessForm } from '../card-fields/business-fields.tsx';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { CardAndAddressForm } from '../card-fields/card-and-address-form.tsx';
import { FieldsSkeleton } from '../card-fields/fields-skeleton.tsx';
import type { TypedPlace } from '../card-fields/typed-place.ts';
import { toPaymentText } from '../shared/payment-problem.ts';
import { isPriceRefusal, PriceRefusal } from '../shared/price-refusal.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { useStartedElsewhere } from './unfinished-purchases.tsx';
import { useCreateSubscription } from './use-create-subscription.ts';
import { useShownPurchase } from './use-shown-purchase.ts';

interface BillingStepProps extends PricedPlan {
  readonly onBack: () => void;
}

/** Buys a plan; keeps what was typed whatever the provider says. */
export function BillingStep({ plan, price, onBack }: BillingStepProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const collector = useRef<CardAndAddressCollector>(null);
  const { create, buy, resume, busyPlanId, refusal, waitingId } = useCreateSubscription();
  const busy = busyPlanId !== undefined;
  const [place, setPlace] = useState<TypedPlace>();
  const country = place?.country ?? '';
  const business = useBusinessForm(noBusiness, country);
  const shown = useShownPurchase({ plan, price, place, taxId: business.values });
  const { wanted, cost, asksForCard, isPending, isComputing, isTaxMissing } = shown;
  const title = configuredText(plan.titleKey);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!asksForCard) {
      void create(wanted);
      return;
    }
    const typed = business.submit();
    if (collector.current && typed && !isComputing) {
      const details = price.tax && toBusinessDetails(typed);
      void buy({ ...wanted, ...(details && { business: details }) }, collector.current);
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
      <StartedElsewhere isBuying={busy} />
      {refusal && isPriceRefusal(refusal.error) && (
        <PriceRefusal
          error={refusal.error}
          dueNow={isPending || isComputing ? undefined : wanted.dueNow}
          isTaxMissing={isTaxMissing}
          trial={wanted.trial}
        />
      )}
      {refusal && !isPriceRefusal(refusal.error) && (
        <Refusal
          error={refusal.error}
          title={t('payment.createError', { plan: title })}
          busy={busy}
          {...(waitingId && { onConfirmAgain: () => void resume(wanted, waitingId) })}
        />
      )}
      <form
        noValidate
        onSubmit={handleSubmit}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]"
      >
        <div className="grid gap-6">
          {isPending && <FieldsSkeleton />}
          {asksForCard && !isPending && (
            <CardAndAddressForm
              ref={collector}
              amount={wanted.dueNow}
              {...(price.tax && { onPlace: setPlace })}
            />
          )}
          {asksForCard && price.tax && <BusinessCard form={business} country={country} />}
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <PlanSummary {...wanted} state={shown.state} cost={cost} isReading={shown.isReading} />
          <Button
            type="submit"
            variant="primary"
            size="wide"
            busy={busy}
            off={isPending || isComputing}
          >
            {shown.label}
          </Button>
        </div>
      </form>
    </>
  );
}

/** In another tab the same choice may have been paid meanwhile. */
function StartedElsewhere({ isBuying }: { readonly isBuying: boolean }) {
  const { t } = useTranslation();
  const started = useStartedElsewhere();
  if (!started || isBuying) {
    return null;
  }
  const project = started.settings.name || t('subscription.untitled');
  return (
    <Notice
      tone="warn"
      actions={
        <ButtonLink size="small" to={paths.subscription(started.id)}>
          {t('payment.step.toStarted')}
        </ButtonLink>
      }
    >
      {t('payment.step.started', { project })}
    </Notice>
  );
}

interface RefusalProps {
  readonly error: unknown;
  readonly title: string;
  readonly busy: boolean;
  /** Given while the bank still waits for the person's confirmation. */
  readonly onConfirmAgain?: () => void;
}

function Refusal({ error, title, busy, onConfirmAgain }: RefusalProps) {
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
        <Button size="small" busy={busy} onClick={onConfirmAgain}>
          {t('payment.step.confirmAgain')}
        </Button>
      }
    >
      {reason}
      <span className="block">{t('payment.step.orOtherCard')}</span>
    </RefusalNotice>
  );
}
