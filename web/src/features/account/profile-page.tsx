import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { DangerCard } from './danger-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { SecurityCard } from './security-card.tsx';
import { useGetUser } from './use-get-user.ts';

export function ProfilePage() {
  const { t } = useTranslation();
  const { data, error, isPending, isFetching, refetch } = useGetUser();

  return (
    <>
      <PageHeader title={t('account.profile.title')} sub={t('account.profile.sub')} />
      {isPending && <ProfileSkeleton />}
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && <ProfileCard user={data} />}
      <SecurityCard />
      <DangerCard />
    </>
  );
}
