import type { WebhookEndpoint } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { ToolSelect } from '../../shared/ui/tool-select.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { useListEndpoints, useWebhookActions } from './use-operator-webhooks.ts';

/** Events on their way to the operator's own programs; for accounts that OPERATOR_EMAILS names. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const { data, error, isPending, isFetching, refetch } = useListEndpoints();

  return (
    <>
      <PageHeader title={t('operator.title')} sub={t('operator.sub')} />
      {isPending && <EndpointSkeleton />}
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && !error && <Endpoints endpoints={data.data} />}
    </>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const { t } = useTranslation();
  const actions = useWebhookActions();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = endpoints.find(({ id }) => id === chosenId) ?? mostUrgent(endpoints);

  if (!chosen) {
    return (
      <EmptyState drawing="cold" title={t('operator.noneTitle')}>
        {t('operator.none')}
      </EmptyState>
    );
  }
  return (
    <>
      {endpoints.length > 1 && (
        <div>
          <ToolSelect label={t('operator.choose')} value={chosen.id} onChange={setChosenId}>
            {endpoints.map(({ id, url, state }) => (
              <option key={id} value={id}>
                {state === 'off' ? t('operator.optionOff', { url }) : url}
              </option>
            ))}
          </ToolSelect>
        </div>
      )}
      {actions.error !== undefined && <Notice tone="bad">{toText(actions.error, t)}</Notice>}
      <EndpointCard endpoint={chosen} actions={actions} />
      <DeliveryList key={chosen.id} endpoint={chosen} actions={actions} />
      {actions.dialog}
    </>
  );
}

/** The first that is off, else the first that fails, else the first. */
function mostUrgent(endpoints: readonly WebhookEndpoint[]): WebhookEndpoint | undefined {
  return (
    endpoints.find(({ off_reason: reason }) => reason === 'gone' || reason === 'failing') ??
    endpoints.find(({ failing_since: since }) => since !== null) ??
    endpoints[0]
  );
}

function EndpointSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid grid-cols-1 gap-4 p-5">
        <Skeleton className="h-6 w-72" />
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-5 w-56" />
      </Card>
    </SkeletonGroup>
  );
}
