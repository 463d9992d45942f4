import type { User } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CopyableId } from '../../shared/ui/copyable-id.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { ProfileRow } from './profile-row.tsx';
import { VerifiedFact } from './verified-fact.tsx';

export function ProfileCard({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = user.display_name || t('account.profile.unnamed');

  return (
    <Card>
      <div className="flex items-center gap-4 border-b border-line p-5">
        <Avatar large name={user.display_name || user.email} pictureUrl={user.avatar_url} />
        <div className="min-w-0">
          <h2 className="text-card font-card break-words">{name}</h2>
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
            {name}
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
