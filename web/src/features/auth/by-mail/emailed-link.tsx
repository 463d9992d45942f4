import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../shared/api/use-change.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { WhoInvites } from '../../../shared/auth-form/who-invites.tsx';
import { toText } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { useEnter } from './use-enter.ts';

/** Page of the mailed link. Opening it does nothing, since programs that check mails open links, too; a press signs in. */
export function EmailedLink({ oobCode }: { readonly oobCode: string }) {
  const [asks, setAsks] = useState(false);
  return asks ? (
    <AskForAddress oobCode={oobCode} />
  ) : (
    <PressToEnter oobCode={oobCode} onUnknown={() => setAsks(true)} />
  );
}

interface PressToEnterProps {
  readonly oobCode: string;
  /** This browser did not ask for the link. */
  readonly onUnknown: () => void;
}

function PressToEnter({ oobCode, onUnknown }: PressToEnterProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useChange();
  const { enter, secondFactor } = useEnter();
  const title = t('auth.byMail.linkTitle');

  async function enterOrAsk() {
    try {
      return await enter({ oobCode });
    } catch (refusal) {
      if (isRefused(refusal, 'auth/missing-email')) {
        return onUnknown();
      }
      throw refusal;
    }
  }

  return (
    <AuthForm
      title={title}
      sub={t('auth.byMail.linkText')}
      pageTitle={title}
      submit={t('auth.byMail.enter')}
      busy={busy}
      failed={t('errors.failedSignIn')}
      problem={error === undefined ? undefined : toText(error, t)}
      remedy={error !== undefined && <WayOut error={error} />}
      secondFactor={secondFactor}
      onSubmit={(event) => {
        event.preventDefault();
        void run(enterOrAsk);
      }}
    >
      {null}
    </AuthForm>
  );
}

/** The address is asked for rather than shown: who is sent a stranger's link would press to be in the stranger's account. */
function AskForAddress({ oobCode }: { readonly oobCode: string }) {
  const { t } = useTranslation();
  const { enter, secondFactor } = useEnter();
  const form = useAuthForm(['email'], ({ email }) => enter({ email, oobCode }));
  const isOther = isRefused(form.failure, 'auth/invalid-email');

  return (
    <AuthForm
      title={t('auth.byMail.askTitle')}
      sub={t('auth.byMail.ask')}
      pageTitle={t('auth.byMail.askTitle')}
      submit={t('auth.byMail.enter')}
      busy={form.busy}
      failed={t('errors.failedSignIn')}
      problem={isOther ? t('auth.byMail.otherAddress') : form.problem}
      remedy={!isOther && form.failure !== undefined && <WayOut error={form.failure} />}
      secondFactor={secondFactor}
      onSubmit={form.handleSubmit}
    >
      <TextField
        {...form.field('email')}
        type="email"
        label={t('auth.email')}
        autoComplete="username"
        required
      />
    </AuthForm>
  );
}

function WayOut({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (isRefused(error, 'auth/admin-restricted-operation')) {
    return <WhoInvites />;
  }
  const isOver =
    isRefused(error, 'auth/invalid-action-code') || isRefused(error, 'auth/expired-action-code');
  return isOver && <TextLink to={paths.emailSignIn}>{t('auth.byMail.expired')}</TextLink>;
}
