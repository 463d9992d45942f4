import type { ListedSubscription } from '@hearth/contract';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { listStyle } from './list-style.ts';
import { SubscriptionCard } from './subscription-card.tsx';
import { useShowsCanceled } from './use-shows-canceled.ts';

interface SubscriptionListProps {
  readonly subscriptions: readonly ListedSubscription[];
}

export function SubscriptionList({ subscriptions }: SubscriptionListProps) {
  const { t } = useTranslation();
  const running = subscriptions.filter(({ status }) => status !== 'canceled');
  const canceled = subscriptions.filter(({ status }) => status === 'canceled');

  return (
    <>
      {running.length > 0 ? (
        <CardList label={t('dashboard.list')} subscriptions={running} />
      ) : (
        <EmptyState
          icon={<FolderPlus />}
          title={t('dashboard.emptyTitle')}
          action={
            <ButtonLink to={paths.createPlan} variant="primary">
              {t('dashboard.create')}
            </ButtonLink>
          }
        >
          {t('dashboard.empty')}
        </EmptyState>
      )}
      {canceled.length > 0 && <CanceledList subscriptions={canceled} />}
    </>
  );
}

/** Projects that are over or were given up: out of the way until they are asked for. */
function CanceledList({ subscriptions }: SubscriptionListProps) {
  const { t } = useTranslation();
  const { isShown, toggle } = useShowsCanceled();
  const id = useId();
  const words = { count: subscriptions.length };

  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          onClick={toggle}
        >
          {isShown ? t('dashboard.canceled.hide', words) : t('dashboard.canceled.show', words)}
        </Button>
      </div>
      {isShown && (
        <CardList id={id} label={t('dashboard.canceled.list')} subscriptions={subscriptions} />
      )}
    </div>
  );
}

interface CardListProps extends SubscriptionListProps {
  readonly id?: string;
  readonly label: string;
}

function CardList({ id, label, subscriptions }: CardListProps) {
  return (
    <ul id={id} aria-label={label} className={listStyle}>
      {subscriptions.map((subscription) => (
        <li key={subscription.id}>
          <SubscriptionCard subscription={subscription} />
        </li>
      ))}
    </ul>
  );
}
