import type { User } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card, SectionCard } from '../../shared/ui/card.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';
import { ProfileRow } from './profile-row.tsx';
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

function ProfileCard({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = user.display_name || t('account.profile.unnamed');

  return (
    <Card>
      <div className="flex items-center gap-4 border-b border-line p-5">
        <Avatar
          id={user.uid}
          size="large"
          name={user.display_name || user.email}
          pictureUrl={user.avatar_url}
        />
        <div className="min-w-0">
          <h2 className="text-card font-card">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-small break-all text-ink-2">{user.email}</p>
        </div>
      </div>
      <div className="p-5">
        <Facts>
          <ProfileRow
            name={t('account.profile.name')}
            to={paths.editName}
            link={t('account.profile.editName')}
          >
            <bdi>{name}</bdi>
          </ProfileRow>
          <ProfileRow
            name={t('account.profile.email')}
            to={paths.editEmail}
            link={t('account.profile.editEmail')}
          >
            <span className="break-all">{user.email}</span>
          </ProfileRow>
          <VerifiedFact verified={user.email_verified} />
          <Fact name={t('account.profile.userId')}>
            <CopyableId id={user.uid} label={t('account.profile.copyUserId')} />
          </Fact>
          <Fact name={t('account.profile.created')}>
            {formatDateTime(user.create_time, language)}
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}

/** Whether the address is verified, and the way to another mail if not. */
function VerifiedFact({ verified }: { readonly verified: boolean }) {
  const { t } = useTranslation();
  const resending = useResendVerification();

  return (
    <Fact name={t('account.profile.emailVerified')}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-4">
          <Badge tone={verified ? 'good' : 'warn'}>
            {verified ? t('account.profile.yes') : t('account.profile.no')}
          </Badge>
          {!verified && (
            <span className="-my-2">
              <ResendButton resending={resending} />
            </span>
          )}
        </div>
        {!verified && <ResendOutcome resending={resending} />}
      </div>
    </Fact>
  );
}

/** Irreversible actions, at the end of the page. */
function DangerCard() {
  const { t } = useTranslation();
  return (
    <SectionCard id="danger" title={t('account.profile.danger')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-[1_1_260px] text-ink-2">{t('account.profile.deleteText')}</p>
        <ButtonLink variant="danger" to={paths.deleteAccount}>
          {t('account.profile.deleteAccount')}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}

function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <Card>
        <div className="flex items-center gap-4 border-b border-line p-5">
          <Skeleton className="size-16 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-6 w-36" />
            <Skeleton className="h-5 w-44" />
          </div>
        </div>
        <div className="grid gap-6 p-5">
          {['name', 'email', 'verified', 'id', 'created'].map((key) => (
            <Skeleton key={key} className="h-6 w-2/3" />
          ))}
        </div>
      </Card>
    </SkeletonGroup>
  );
}
