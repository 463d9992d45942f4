import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { SectionCard } from '../../shared/ui/card.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { ProfileRow } from './profile-row.tsx';

export function SecurityCard() {
  const { t } = useTranslation();
  return (
    <SectionCard id="security" title={t('account.profile.security')}>
      <Facts>
        <ProfileRow
          name={t('account.profile.password')}
          to={paths.changePassword}
          link={t('account.profile.changePassword')}
        >
          <span aria-hidden="true">••••••••</span>
          <span className="sr-only">{t('account.profile.passwordHidden')}</span>
        </ProfileRow>
        <ProfileRow
          name={t('account.profile.sessions')}
          to={paths.sessions}
          link={t('account.profile.toSessions')}
        >
          {t('account.profile.sessionsText')}
        </ProfileRow>
      </Facts>
    </SectionCard>
  );
}
