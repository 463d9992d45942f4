import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../shared/current-subscription/status-badge.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';

/** The status of a project; one that a newer server has is shown as it is. */
export function ProjectStatus({ status }: { readonly status: string }) {
  const { i18n } = useTranslation();
  const isKnown = (text: string): text is Subscription['status'] =>
    i18n.exists(`subscription.status.${text}`);
  return isKnown(status) ? <StatusBadge subscription={{ status }} /> : <Badge>{status}</Badge>;
}
