import type { Frequency, PublicPlan, PublicPrice } from '@hearth/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { formatDate, formatDay, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card, SectionCard } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { BusinessCard } from '../card-fields/business-card.tsx';
import {
  type BusinessForm,
  noBusiness,
  toAddedDetails,
  useBusinessForm,
} from '../card-fields/business-fields.tsx';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { CardAndAddressForm } from '../card-fields/card-and-address-form.tsx';
import type { TypedPlace } from '../card-fields/typed-place.ts';
import { CostReview, TaxNote } from '../shared/cost-review.tsx';
import { PriceRefusal } from '../shared/price-refusal.tsx';
import { PromotionCode } from '../shared/promotion-code.tsx';
import type { NextCharge } from '../shared/use-cost-words.ts';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import type { PromotionCodeState } from '../shared/use-promotion-code.ts';
import { ChangePlanFacts } from './change-plan-facts.tsx';
import { ChangePlanProblem, RefusedPreview } from './change-plan-problem.tsx';
import {
  type PlanChangePreview,
  type Target,
  useChangeCode,
  useChangeSubscriptionPlan,
  usePreviewPlanChange,
} from './use-change-subscription-plan.ts';

interface ChangePlanReviewProps {
  readonly from: {
    readonly planId: string;
    /** Undefined if it is not known. */
    readonly frequency: Frequency | undefined;
  };
  readonly target: Target;
}

/** The price of the change, fields for card and address if they are missing, and the button that makes it. */
export function ChangePlanReview({ from, target }: ChangePlanReviewProps) {
  const { t } = useTranslation();
  const config = useConfig();
  const { planText } = usePlanWords();
  const { id } = useCurrentSubscription().subscription;
  const { plan, price, kind } = target;
  const fromPlan = planById(config, from.planId);
  const words = {
    from: fromPlan ? planText(fromPlan, from.frequency) : from.planId,
    to: planText(plan, price.frequency),
  };
  const [search] = useSearchParams();
  const { plan: _, ...chosen } = Object.fromEntries(search);

  return (
    <>
      <PageHeader
        title={
          kind === 'price'
            ? t('billing.change.newPriceOf', { plan: words.to })
            : t('billing.change.fromTo', words)
        }
        sub={t('billing.change.sub')}
        actions={
          <ButtonLink
            to={{ pathname: paths.changePlan(id), search: `${new URLSearchParams(chosen)}` }}
          >
            {t('billing.change.others')}
          </ButtonLink>
        }
      />
      <PreviewedChange fromPlan={fromPlan} fromFrequency={from.frequency} target={target} />
    </>
  );
}

interface PreviewedChangeProps {
  readonly fromPlan: PublicPlan | undefined;
  readonly fromFrequency: Frequency | undefined;
  readonly target: Target;
}

function PreviewedChange(props: PreviewedChangeProps) {
  const { fromPlan, target } = props;
  const { t } = useTranslation();
  const [place, setPlace] = useState<TypedPlace>();
  const business = useBusinessForm(noBusiness, place?.country ?? '');
  const buyer = { place, taxId: business.values };
  const code = useChangeCode(target);
  const previewed = usePreviewPlanChange(target, { ...(target.price.tax && { buyer }), code });
  const { data, error, isPending, isFetching, isComputing, refetch } = previewed;
  const needsCard = useNeedsCard(target.plan);

  if (isPending || needsCard === undefined) {
    return <ReviewSkeleton />;
  }
  if (!data) {
    return (
      <RefusedPreview
        fromPlan={fromPlan}
        to={target}
        error={error}
        actions={
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {t('layout.retry')}
          </Button>
        }
      />
    );
  }
  return (
    <ChangeForm
      {...props}
      preview={data}
      isComputing={isComputing}
      needsCard={needsCard}
      refetchPreview={() => refetch()}
      onPlace={setPlace}
      business={business}
      country={place?.country ?? ''}
      code={code}
    />
  );
}

interface ChangeFormProps extends PreviewedChangeProps {
  readonly preview: PlanChangePreview;
  /** Whether the amounts are of another place than the typed one. */
  readonly isComputing: boolean;
  readonly onPlace: (place: TypedPlace) => void;
  readonly business: BusinessForm;
  /** ISO 3166-1 alpha-2, as typed. */
  readonly country: string;
  readonly needsCard: boolean;
  readonly code: PromotionCodeState;
  readonly refetchPreview: () => Promise<{ readonly error: unknown }>;
}

function ChangeForm(props: ChangeFormProps) {
  const { fromPlan, fromFrequency, target, preview, isComputing, onPlace } = props;
  const { needsCard, refetchPreview, business, country, code } = props;
  const { plan, price } = target;
  const collector = useRef<CardAndAddressCollector>(null);
  const planChange = useChangeSubscriptionPlan({ target, collector, refetchPreview, code });
  const { busy, error, priceRefusal, lacksCard, change } = planChange;
  const asksForCard = (needsCard || lacksCard) && preview.when !== 'period-end';
  const asksForBusiness = asksForCard && price.tax !== undefined;
  const isTaxMissing = price.tax === 'exclusive' && preview.tax === null;
  const confirmLabel = useConfirmLabel(target, preview);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = asksForBusiness ? business.submit() : noBusiness;
    if (typed && (collector.current || !asksForCard)) {
      void change(preview, toAddedDetails(typed));
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-6">
      {priceRefusal !== undefined && (
        <PriceRefusal
          error={priceRefusal}
          dueNow={isComputing ? undefined : preview.due_now}
          isTaxMissing={isTaxMissing}
          trial={trialOf(preview)}
        />
      )}
      {error !== undefined && <ChangePlanProblem plan={plan} error={error} />}
      <EndingNotice preview={preview} />
      <FreeTimeNotice />
      <div className={panelGrid}>
        <div className="grid content-start gap-6 min-[70rem]:gap-4">
          <ChangePlanFacts
            fromPlan={fromPlan}
            fromFrequency={fromFrequency}
            to={target}
            usesKeptCard={!asksForCard && !plan.free}
            preview={preview}
          />
          {asksForCard && (
            <CardAndAddressForm
              ref={collector}
              amount={preview.due_now}
              {...(price.tax && { onPlace })}
            />
          )}
          {asksForBusiness && <BusinessCard form={business} country={country} />}
        </div>
        <div className="grid gap-4 min-[70rem]:sticky min-[70rem]:top-20">
          <ChangePlanCosts price={price} preview={preview} />
          {preview.promotion !== undefined && <PromotionCode price={price} code={code} />}
          <Button type="submit" variant="primary" size="wide" busy={busy} off={isComputing}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The trial that the change begins with. */
const trialOf = ({ trial_end: end, next }: PlanChangePreview) => (end ? { end, next } : undefined);

/** If there is room, the cost is on the right of what the change brings, and its button stays in view. */
const panelGrid =
  'grid items-start gap-6 min-[70rem]:grid-cols-[minmax(0,1fr)_320px] min-[70rem]:gap-4';

/** Whether a project that was going to end still does after the change. */
function EndingNotice({ preview }: { readonly preview: PlanChangePreview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const project = useProjectName();
  const { cancel_at: present } = useCurrentSubscription().subscription;
  if (preview.cancel_at !== null) {
    const date = formatDate(preview.cancel_at, language, timeZone);
    return <Notice tone="warn">{t('billing.change.ending', { date })}</Notice>;
  }
  if (present === undefined) {
    return null;
  }
  const date = formatDay(present, language, timeZone);
  return <Notice tone="info">{t('billing.change.keeps', { project, date })}</Notice>;
}

/** Says until when renewals would have cost nothing, which only the present plan has. */
function FreeTimeNotice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { free_until: until } = useGetBillingSummary().data ?? {};
  if (until === undefined) {
    return null;
  }
  const date = formatDate(until, language, timeZone);
  return <Notice tone="warn">{t('billing.change.endsFreeTime', { date })}</Notice>;
}

export function ReviewSkeleton() {
  return (
    <SkeletonGroup className={panelGrid}>
      <Skeleton className="h-64 w-full" />
      <div className="grid gap-4">
        <Card className="grid gap-3 p-5">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-6 w-36" />
        </Card>
        <Skeleton className="h-[42px] w-full" />
      </div>
    </SkeletonGroup>
  );
}

/** Whether card and address come first; nothing while that is not known. */
function useNeedsCard({ free }: Pick<PublicPlan, 'free'>): boolean | undefined {
  const { data, isPending } = useGetBillingSummary();

  if (free) {
    return false;
  }
  if (isPending) {
    return undefined;
  }
  // Without an answer the server decides, and says what is lacking.
  return data !== undefined && (data.needs_card || data.needs_details);
}

/** Names the button by what pressing it does: what is paid now, else when or to what the project changes. */
function useConfirmLabel({ plan, price, kind }: Target, preview: PlanChangePreview): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { planText } = usePlanWords();
  const { due_now, when, at } = preview;
  if (preview.trial_end) {
    return t('payment.trial.start');
  }
  if (due_now.amount > 0) {
    const isTaxMissing = price.tax === 'exclusive' && preview.tax === null;
    return t(isTaxMissing ? 'billing.change.confirmAndPayTaxed' : 'billing.change.confirmAndPay', {
      amount: formatMoney(due_now.amount, due_now.currency),
    });
  }
  if (when === 'period-end' && at !== undefined) {
    return t('billing.change.confirmOn', { date: formatDate(at, language, timeZone) });
  }
  switch (kind) {
    case 'plan':
      return t('billing.change.confirm', { plan: planText(plan, price.frequency) });
    case 'frequency':
      return t(`billing.change.toPaid.${price.frequency}`);
    case 'price':
      return t('billing.change.toNewPrice');
  }
}

interface ChangePlanCostsProps {
  readonly price: PublicPrice;
  readonly preview: PlanChangePreview;
}

/** Lines of what the change costs now, and what is charged after it. */
function ChangePlanCosts({ price, preview }: ChangePlanCostsProps) {
  const { t } = useTranslation();
  const { lines, due_now, tax, tax_included, reverse_charge = false } = preview;
  const then = toNextCharge(price, preview);
  const isIncluded = tax_included || price.tax === 'inclusive';

  return (
    <SectionCard id="costs" title={t('billing.change.costs')}>
      <CostReview
        lines={lines}
        dueNow={due_now}
        then={then}
        losesCredit={preview.cancel_at !== null}
      >
        <TaxNote tax={tax} isIncluded={isIncluded} isReversed={reverse_charge} />
      </CostReview>
      {price.amount > 0 && then.nextAt !== null && (
        <p className="pt-1 text-small text-ink-2">{t(`payment.step.renewal.${price.frequency}`)}</p>
      )}
    </SectionCard>
  );
}

/** Without its tax, the next charge is no whole renewal: credit lowers it, or a debt adds to it. */
function toNextCharge(price: PublicPrice, preview: PlanChangePreview): NextCharge {
  const { next, next_tax, next_at, cancel_at, credit, discount, promotion } = preview;
  const isByCredit = next_tax === undefined && (next.amount < price.amount || credit.amount > 0);
  const isLowered = isByCredit && discount.amount === 0 && !promotion;
  return {
    next,
    nextAt: cancel_at === null ? next_at : null,
    nextTax: price.tax === 'inclusive' && next_tax === null ? undefined : next_tax,
    later: isLowered ? { price, frequency: price.frequency } : undefined,
  };
}
