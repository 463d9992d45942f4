import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';

/** Which subscription one is in. */
export function SubscriptionCrumb() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { subscription, plan } = useCurrentSubscription();

  return (
    <div className="hidden min-w-0 items-center gap-2 text-label text-ink-2 md:flex">
      <span aria-hidden="true">/</span>
      <span className="truncate font-label text-ink">
        {subscription.settings.name || t('subscription.untitled')}
      </span>
      {plan && <Badge tone="accent">{configuredText(plan.titleKey)}</Badge>}
    </div>
  );
}
