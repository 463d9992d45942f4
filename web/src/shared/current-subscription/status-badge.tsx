import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge.tsx';
import { StateChip } from './state-chip.tsx';

interface StatusProps {
  readonly subscription: Subscription;
}

/** Green when active and grey otherwise. */
export function StatusBadge({
  subscription: { status },
}: {
  readonly subscription: Pick<Subscription, 'status'>;
}) {
  const { t } = useTranslation();
  return (
    <Badge tone={status === 'active' ? 'good' : 'neutral'}>
      {t(`subscription.status.${status}`)}
    </Badge>
  );
}

/** The status, and what matters beside it; for the head of a page. */
export function StatusBadges({ subscription }: StatusProps) {
  return (
    <>
      <StatusBadge subscription={subscription} />
      <StateChip subscription={subscription} />
    </>
  );
}
