import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useMailedCode } from '../../../shared/by-mail/use-mailed-code.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { useEnter } from './use-enter.ts';

interface SentMail {
  readonly sentTo: string;
  /** Whether the mail has a code for this browser. */
  readonly hasCode?: boolean;
}

/** Says where the mail went, and takes its code from a person who reads it on another device. */
export function EmailedCode({ sent }: { readonly sent: SentMail }) {
  const { t } = useTranslation();
  const { sentTo: email, hasCode } = sent;
  const title = t('auth.byMail.sentTitle');
  return hasCode ? (
    <CodeForm email={email} />
  ) : (
    <AuthCard title={title} sub={t('auth.byMail.linkSentTo', { email })} pageTitle={title}>
      <SendAgain email={email} />
    </AuthCard>
  );
}

function CodeForm({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const { enter, secondFactor } = useEnter();
  const form = useMailedCode((code) => enter({ email, code }));

  return (
    <AuthForm
      title={t('auth.byMail.sentTitle')}
      sub={t('auth.byMail.sentTo', { email })}
      pageTitle={t('auth.byMail.sentTitle')}
      submit={t('auth.byMail.enter')}
      busy={form.busy}
      failed={t('errors.failedSignIn')}
      problem={form.problem}
      secondFactor={secondFactor}
      others={<SendAgain email={email} />}
      onSubmit={form.handleSubmit}
    >
      <TextField {...form.field} />
    </AuthForm>
  );
}

/** Leads back to the form, which keeps the address. */
function SendAgain({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  return (
    <ButtonLink to={paths.emailSignIn} state={{ email }} size="wide">
      {t('auth.byMail.again')}
    </ButtonLink>
  );
}
