import { getOperator } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useApi } from '../shared/api/index.ts';
import { isRefused } from '../shared/api-error.ts';
import { toText } from '../shared/i18n/index.ts';
import { paths } from '../shared/paths.ts';
import { useRecentSignIn } from '../shared/recent-sign-in/use-recent-sign-in.tsx';
import { operatorKey, useAccount } from '../shared/session/index.ts';
import { Button } from '../shared/ui/button.tsx';
import { ButtonLink } from '../shared/ui/button-link.tsx';
import { PageHeader } from '../shared/ui/page-header.tsx';
import { RetryNote } from '../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../shared/ui/skeleton.tsx';
import { OperatorNav } from './layouts/operator-nav.tsx';
import { StopInside } from './layouts/stop-inside.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Lets operators through, who have signed in lately; for everybody else the page is not there. */
export function OperatorOnly() {
  const { t } = useTranslation();
  const api = useApi();
  const { uid } = useAccount();
  const { run, dialog } = useRecentSignIn();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: operatorKey(uid),
    queryFn: () => run(() => api.call(getOperator, {})),
    staleTime: 0,
    retry: false,
  });

  // The person who is seen in a view is no operator.
  if (isRefused(error, 'request/unknown-path') || isRefused(error, 'view/read-only')) {
    return <NotFoundPage />;
  }
  if (data && !error) {
    return (
      <>
        <OperatorNav role={data.role} />
        <Outlet context={data.role} />
      </>
    );
  }
  return (
    <>
      {dialog}
      {!error && <DoorSkeleton />}
      {isRefused(error, 'access/second-factor-required') && (
        <StopInside title={t('operator.factorTitle')} text={t('operator.factor')}>
          <ButtonLink variant="primary" to={paths.addAuthenticator}>
            {t('operator.factorAdd')}
          </ButtonLink>
        </StopInside>
      )}
      {isRefused(error, 'auth/requires-recent-login') && (
        <StopInside title={t('operator.oldTitle')} text={t('operator.old')}>
          <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('operator.signInAgain')}
          </Button>
        </StopInside>
      )}
      {error && !isKnown(error) && (
        <>
          <PageHeader title={t('operator.title')} />
          <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
        </>
      )}
    </>
  );
}

const isKnown = (error: unknown) =>
  isRefused(error, 'access/second-factor-required') ||
  isRefused(error, 'auth/requires-recent-login');

function DoorSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-44" />
    </SkeletonGroup>
  );
}
