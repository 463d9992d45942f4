import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api-error.ts';
import { useConfig } from '../../shared/config/index.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { SectionCard } from '../../shared/ui/card.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { ChangeNotice } from './account-form.tsx';
import { MethodTimes } from './method-times.tsx';
import { PasskeysRow } from './passkeys-row.tsx';
import { ProfileRow } from './profile-row.tsx';
import { ProviderRows } from './provider-rows.tsx';
import { FactorsSkeleton, SecondFactorRows } from './second-factor-rows.tsx';
import { type ChangeProviders, useChangeProviders } from './use-change-providers.ts';
import { useLastUseText } from './use-last-use-text.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';

/** The ways to sign in, and who is signed in. */
export function SecurityCard() {
  const { t } = useTranslation();
  const { emailSignIn } = useConfig();
  const { reload } = useSession();
  const changing = useChangeProviders();
  const methods = useSignInMethods();

  useEffect(() => {
    // Another browser or a mailed link may have changed them; if they cannot be read, these stay.
    reload().catch(() => undefined);
  }, [reload]);

  return (
    <SectionCard id="security" title={t('account.profile.security')}>
      <div className="grid gap-4">
        <ProviderProblem problem={changing.problem} />
        {methods.error && (
          <RetryNote
            message={toText(methods.error, t)}
            busy={methods.isFetching}
            onRetry={() => void methods.refetch()}
          />
        )}
        <Facts>
          <PasswordRow methods={methods} />
          {emailSignIn && <EmailLinkRow methods={methods} />}
          <ProviderRows changing={changing} methods={methods} />
          {methods.isPending && <FactorsSkeleton />}
          {methods.data && <PasskeysRow passkeys={methods.data.passkeys} />}
          {methods.data && <SecondFactorRows methods={methods.data} />}
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

interface MethodRowProps {
  readonly methods: Pick<ReturnType<typeof useSignInMethods>, 'data' | 'isPending'>;
}

function PasswordRow({ methods: { data, isPending } }: MethodRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const lastUseText = useLastUseText();
  const password = data?.password ?? undefined;
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
          <MethodTimes
            isPending={isPending}
            times={
              password && [
                t('secondFactor.setOn', { date: formatDate(password.changed_at, language) }),
                lastUseText(password.last_use),
              ]
            }
          />
        </>
      ) : (
        <span className="text-ink-2">{t('account.profile.noPassword')}</span>
      )}
    </ProfileRow>
  );
}

/** Nothing to set here: anybody who reads the mailbox can ask for a link. */
function EmailLinkRow({ methods: { data, isPending } }: MethodRowProps) {
  const { t } = useTranslation();
  const { email } = useAccount();
  const lastUseText = useLastUseText();
  const used = data?.email_link;
  return (
    <Fact name={t('account.profile.byMail')}>
      <span className="wrap-anywhere">{email}</span>
      <MethodTimes isPending={isPending} times={used && [lastUseText(used.last_use)]} />
    </Fact>
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
