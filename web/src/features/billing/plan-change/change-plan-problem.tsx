import type { PublicPlan } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../../shared/api-error.ts';
import { useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { ChangedFeatures } from './change-plan-facts.tsx';
import { useSeatsInUse } from './use-seats-in-use.ts';

interface ChangePlanProblemProps {
  readonly plan: PublicPlan;
  readonly error: unknown;
  /** Only the amounts were asked for. */
  readonly isReading?: boolean;
  /** A way out; if seats are lacking, the link to the users is shown instead. */
  readonly actions?: ReactNode;
}

/** Why the plan cannot be changed, in the server's words if it has sent any. */
export function ChangePlanProblem({ plan, error, ...notice }: ChangePlanProblemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sentence = toPaymentText(error, t, language);

  if (isRefused(error, 'seats/too-many-in-use')) {
    return <TooManySeats plan={plan} sentence={sentence} />;
  }
  const title = isRefused(error, 'plan/unknown')
    ? t('subscription.planNotFound')
    : t('subscription.changePlanError');
  return (
    <RefusalNotice error={error} title={title} {...notice}>
      {sentence}
    </RefusalNotice>
  );
}

interface RefusedPreviewProps extends Omit<ChangePlanProblemProps, 'plan'> {
  readonly fromPlan: PublicPlan | undefined;
  readonly to: PricedPlan;
}

/** In place of a preview: the problem and, if too many people use the project for the plan, the features they would lose. */
export function RefusedPreview({ fromPlan, to, ...problem }: RefusedPreviewProps) {
  const isTooSmall = isRefused(problem.error, 'seats/too-many-in-use');
  return (
    <>
      <ChangePlanProblem plan={to.plan} isReading {...problem} />
      {isTooSmall && fromPlan && <ChangedFeatures from={fromPlan} to={to} />}
    </>
  );
}

interface TooManySeatsProps {
  readonly plan: PublicPlan;
  /** Shown until the numbers are known. */
  readonly sentence: string;
}

function TooManySeats({ plan, sentence }: TooManySeatsProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { id } = useCurrentSubscription().subscription;
  const used = useSeatsInUse();
  const limit = plan.seats ?? Number.POSITIVE_INFINITY;
  const limits = { limit, plan: configuredText(plan.titleKey) };
  const count = (used ?? 0) - limit;

  return (
    <Notice
      tone="warn"
      title={
        count > 0
          ? t('billing.change.tooMany', { count, plan: limits.plan })
          : t('subscription.changePlanError')
      }
      actions={
        <ButtonLink size="small" variant="primary" to={paths.subscriptionUsers(id)}>
          {t('billing.change.toUsers')}
        </ButtonLink>
      }
    >
      {used === undefined ? sentence : t('billing.change.seats', { used, ...limits })}
    </Notice>
  );
}
