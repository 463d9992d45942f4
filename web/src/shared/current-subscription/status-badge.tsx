import type { SubscriptionStatus } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge.tsx';

/** Green when active and grey otherwise; troubles are in a banner. */
export function StatusBadge({ status }: { readonly status: SubscriptionStatus }) {
  const { t } = useTranslation();
  return (
    <Badge tone={status === 'active' ? 'good' : 'neutral'}>
      {t(`subscription.status.${status}`)}
    </Badge>
  );
}
