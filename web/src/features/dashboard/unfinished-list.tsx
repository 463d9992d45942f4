import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

interface UnfinishedListProps {
  readonly subscriptions: readonly Subscription[];
}

/** First payments that the person left while their bank asked; each leads to where it can be finished. */
export function UnfinishedList({ subscriptions }: UnfinishedListProps) {
  const { t } = useTranslation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { uid } = useAccount();

  return subscriptions
    .filter(({ owner_id, status }) => owner_id === uid && status === 'incomplete')
    .map(({ id, plan_id }) => {
      const plan = planById(config, plan_id);
      return (
        <Notice
          key={id}
          tone="warn"
          title={t('dashboard.unfinished.title', {
            plan: plan ? configuredText(plan.titleKey) : plan_id,
          })}
          actions={
            <ButtonLink size="small" to={paths.subscription(id)}>
              {t('dashboard.unfinished.open')}
            </ButtonLink>
          }
        >
          {t('dashboard.unfinished.text')}
        </Notice>
      );
    });
}
