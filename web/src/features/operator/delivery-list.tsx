import type { WebhookEndpoint } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { ToolSelect } from '../../shared/ui/tool-select.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import {
  type DeliveryFilter,
  useListDeliveries,
  type WebhookActions,
} from './use-operator-webhooks.ts';

interface DeliveryListProps {
  readonly endpoint: WebhookEndpoint;
  readonly actions: WebhookActions;
}

const filters: readonly DeliveryFilter[] = ['all', 'waiting', 'delivered', 'dead'];

/** The last deliveries to an endpoint. */
export function DeliveryList({ endpoint, actions }: DeliveryListProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const query = useListDeliveries(endpoint.id, filter);
  const deliveries = query.data?.pages.flatMap(({ data }) => data);

  return (
    <SectionCard
      id="deliveries"
      title={t('operator.deliveries')}
      aside={
        <div className="flex flex-wrap gap-2">
          <ToolSelect
            label={t('operator.filter')}
            value={filter}
            onChange={(value) => setFilter(filters.find((one) => one === value) ?? 'all')}
          >
            {filters.map((one) => (
              <option key={one} value={one}>
                {t(`operator.status.${one}`)}
              </option>
            ))}
          </ToolSelect>
          <Button size="small" off={query.isFetching} onClick={() => void query.refetch()}>
            {t('operator.refresh')}
          </Button>
        </div>
      }
    >
      {query.isPending && <DeliverySkeleton />}
      {query.error && (
        <RetryNote
          message={toText(query.error, t)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {deliveries?.length === 0 && (
        <p role="status" className="text-ink-2">
          {t(filter === 'all' ? 'operator.noDeliveries' : 'operator.noneFound')}
        </p>
      )}
      <ul aria-labelledby="deliveries" className="divide-y divide-line">
        {deliveries?.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            isOff={endpoint.state === 'off'}
            actions={actions}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="mt-4 border-t border-line pt-4">
          <Button off={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('operator.more')}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}

const rows = ['first', 'second', 'third'];

function DeliverySkeleton() {
  return (
    <SkeletonGroup className="grid grid-cols-1 gap-4">
      {rows.map((key) => (
        <Skeleton key={key} className="h-6 w-72" />
      ))}
    </SkeletonGroup>
  );
}
