import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api-error.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { SectionCard } from '../../shared/ui/card.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ChangeNotice } from './account-form.tsx';
import { ProfileRow } from './profile-row.tsx';
import { ProviderRows } from './provider-rows.tsx';
import { type ChangeProviders, useChangeProviders } from './use-change-providers.ts';

/** The ways to sign in, and who is signed in. */
export function SecurityCard() {
  const { t } = useTranslation();
  const { reload } = useSession();
  const changing = useChangeProviders();

  useEffect(() => {
    // Another browser or a mailed link may have changed them; if they cannot be read, these stay.
    reload().catch(() => undefined);
  }, [reload]);

  return (
    <SectionCard id="security" title={t('account.profile.security')}>
      <div className="grid gap-4">
        <ProviderProblem problem={changing.problem} />
        <Facts>
          <PasswordRow />
          <ProviderRows changing={changing} />
          <ProfileRow
            name={t('account.profile.sessions')}
            to={paths.sessions}
            link={t('account.profile.toSessions')}
          >
            {t('account.profile.sessionsText')}
          </ProfileRow>
        </Facts>
      </div>
      {changing.dialog}
    </SectionCard>
  );
}

function PasswordRow() {
  const { t } = useTranslation();
  const hasPassword = useAccount().signInMethods.includes('password');
  return (
    <ProfileRow
      name={t('account.profile.password')}
      to={paths.changePassword}
      link={hasPassword ? t('account.profile.changePassword') : t('account.profile.setPassword')}
    >
      {hasPassword ? (
        <>
          <span aria-hidden="true">••••••••</span>
          <span className="sr-only">{t('account.profile.passwordHidden')}</span>
        </>
      ) : (
        <span className="text-ink-2">{t('account.profile.noPassword')}</span>
      )}
    </ProfileRow>
  );
}

/** Why a provider was not linked or unlinked; a person who canceled at the provider gets no alarm. */
function ProviderProblem({ problem }: Pick<ChangeProviders, 'problem'>) {
  const { t } = useTranslation();
  if (!problem) {
    return null;
  }
  const { of, error } = problem;
  if (isRefused(error, 'auth/sign-in-cancelled')) {
    return <Notice tone="info">{toText(error, t)}</Notice>;
  }
  const failed =
    of === 'link' ? t('account.errors.providerLinkError') : t('account.errors.providerUnlinkError');
  return <ChangeNotice change={{ saved: false, error }} failed={failed} />;
}
