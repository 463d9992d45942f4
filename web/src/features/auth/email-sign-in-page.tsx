import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { isRefused } from '../../shared/api-error.ts';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { WhoInvites } from '../../shared/auth-form/who-invites.tsx';
import { askForMail } from '../../shared/by-mail/enter-by-mail.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { EmailedCode } from './by-mail/emailed-code.tsx';
import { EmailedLink } from './by-mail/emailed-link.tsx';

/** Has a link mailed, takes the code of the mail, and is the page that the link leads to. */
export function EmailSignInPage() {
  const { t } = useTranslation();
  const { emailSignIn } = useConfig();
  const { search, state, key } = useLocation();
  const oobCode = new URLSearchParams(search).get('oobCode');

  if (!emailSignIn) {
    return <Navigate to={paths.signIn} replace />;
  }
  return (
    <>
      {oobCode !== null && <EmailedLink key={oobCode} oobCode={oobCode} />}
      {oobCode === null && state?.sentTo && <EmailedCode key={key} sent={state} />}
      {oobCode === null && !state?.sentTo && <AskForEmail />}
      <p className="text-center">
        <TextLink to={paths.signIn} state={{ email: state?.sentTo ?? state?.email }}>
          {t('auth.byMail.back')}
        </TextLink>
      </p>
    </>
  );
}

function AskForEmail() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const form = useAuthForm(['email'], async ({ email: typed }) => {
    const { email, hasCode } = await askForMail(api, typed);
    await navigate(paths.emailSignIn, { state: { sentTo: email, hasCode } });
  });

  return (
    <AuthForm
      title={t('auth.byMail.title')}
      sub={t('auth.byMail.sub')}
      pageTitle={t('auth.byMail.title')}
      submit={t('auth.byMail.submit')}
      busy={form.busy}
      failed={t('auth.byMail.failedToSend')}
      problem={form.problem}
      remedy={form.failure !== undefined && <Remedy error={form.failure} />}
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

function Remedy({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (isRefused(error, 'auth/admin-restricted-operation')) {
    return <WhoInvites />;
  }
  return isRefused(error, 'auth/too-many-requests') && t('auth.linkStillWorks');
}
