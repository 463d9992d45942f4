import type { Subscription } from '@hearth/contract';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { listStyle } from './list-style.ts';
import { SubscriptionCard } from './subscription-card.tsx';

interface SubscriptionListProps {
  readonly subscriptions: readonly Subscription[];
}

export function SubscriptionList({ subscriptions }: SubscriptionListProps) {
  const { t } = useTranslation();

  if (subscriptions.length === 0) {
    return (
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
    );
  }
  return (
    <ul aria-label={t('dashboard.list')} className={listStyle}>
      {subscriptions.map((subscription) => (
        <li key={subscription.id}>
          <SubscriptionCard subscription={subscription} />
        </li>
      ))}
    </ul>
  );
}
