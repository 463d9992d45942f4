import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { SubscriptionList } from './subscription-list.tsx';
import { useListSubscriptions } from './use-list-subscriptions.ts';

export function DashboardPage() {
  const { t } = useTranslation();
  const { displayName: name } = useAccount();
  const { data, error, isPending, isFetching, refetch } = useListSubscriptions();
  const subscriptions = data?.subscriptions;

  return (
    <>
      <PageHeader
        title={name ? t('dashboard.greeting', { name }) : t('dashboard.greetingUnnamed')}
        documentTitle={t('dashboard.title')}
        sub={subscriptions?.length ? t('dashboard.count', { count: subscriptions.length }) : ' '}
        actions={
          subscriptions?.length !== 0 && (
            <ButtonLink to={paths.createPlan} variant="primary">
              {t('dashboard.create')}
            </ButtonLink>
          )
        }
      />
      {isPending && <DashboardSkeleton />}
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {subscriptions && <SubscriptionList subscriptions={subscriptions} />}
    </>
  );
}
