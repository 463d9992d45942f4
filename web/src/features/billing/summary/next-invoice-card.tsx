import { useTranslation } from 'react-i18next';
import { CardMark } from '../../../shared/card-mark.tsx';
import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { CardName, CardNote, type CardNoteProps } from '../shared/card-text.tsx';
import { StatNote } from '../shared/stat.tsx';
import {
  type BillingSummaryAnswer,
  useGetBillingSummary,
} from '../shared/use-get-billing-summary.ts';
import { MainSum } from './main-sum.tsx';
import { usePriceNote } from './use-price-note.ts';

/** The billing summary on one card: what is due or was paid, when, for which plan and with which card. */
export function NextInvoiceCard() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isPending, isFetching, refetch } = useGetBillingSummary();

  return (
    <Card role="region" aria-label={t('billing.summary.title')}>
      {isPending && <SummarySkeleton />}
      {error && (
        <RetryNote
          title={t('billing.summary.loadError')}
          message={toServerText(error, t, language)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <dl className="tabular-nums">
          <MainSum summary={data}>
            <PlanNote summary={data} />
            {data.card && <ChargedCard card={data.card} isOver={data.status === 'canceled'} />}
          </MainSum>
        </dl>
      )}
    </Card>
  );
}

function PlanNote({ summary }: { readonly summary: BillingSummaryAnswer }) {
  const config = useConfig();
  const configuredText = useConfiguredText();
  const plan = planById(config, summary.plan_id);
  const note = usePriceNote()(summary);
  return (
    <StatNote>
      <span>{plan ? configuredText(plan.titleKey) : summary.plan_id}</span>
      {note && ' · '}
      {note && <span>{note}</span>}
    </StatNote>
  );
}

function ChargedCard({ card, isOver }: CardNoteProps) {
  return (
    <span className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-label">
      <CardMark brand={card.brand} />
      <CardName card={card} />
      <CardNote card={card} isOver={isOver} />
    </span>
  );
}

/** Only those who administer the project are told the card, which a free one seldom has. */
function SummarySkeleton() {
  const { isAdminLevel, plan } = useCurrentSubscription();
  const hasCard = isAdminLevel && plan?.free !== true;
  return (
    <SkeletonGroup className="grid gap-1 px-5 py-[18px]">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-5 w-36" />
      {hasCard && <Skeleton className="mt-2 h-[22px] w-52" />}
    </SkeletonGroup>
  );
}
