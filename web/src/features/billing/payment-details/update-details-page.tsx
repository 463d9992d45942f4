import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { useGoBack } from '../../../shared/use-go-back.ts';
import { UpdateDetailsForm } from './update-details-form.tsx';
import { useGetBillingDetails } from './use-get-billing-details.ts';

export function UpdateDetailsPage() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const goBack = useGoBack(paths.subscriptionBilling(subscription.id));

  return (
    <>
      <PageHeader
        title={t('billing.details.title')}
        sub={t('billing.details.sub')}
        actions={<Button onClick={goBack}>{t('billing.details.back')}</Button>}
      />
      {subscription.status === 'canceled' ? (
        <Notice tone="info">{t('billing.canceledHint')}</Notice>
      ) : (
        <Details onSaved={goBack} />
      )}
    </>
  );
}

function Details({ onSaved }: { readonly onSaved: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isPending, isFetching, refetch } = useGetBillingDetails();

  if (isPending) {
    return <DetailsSkeleton />;
  }
  if (!data) {
    return (
      <RetryNote
        title={t('billing.getBillingError')}
        message={toServerText(error, t, language)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Card className="max-w-[560px] p-5">
      <UpdateDetailsForm known={data} onSaved={onSaved} />
    </Card>
  );
}

function DetailsSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid max-w-[560px] gap-5 p-5">
        {['name', 'phone', 'country', 'street', 'city'].map((key) => (
          <Skeleton key={key} className="h-[68px] w-full" />
        ))}
        <Skeleton className="h-[38px] w-32" />
      </Card>
    </SkeletonGroup>
  );
}
