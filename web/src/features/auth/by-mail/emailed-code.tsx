import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../shared/api/use-change.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { toText } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { useEnterByMail } from './use-enter-by-mail.ts';

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
  const { busy, error, run, forgetError } = useChange();
  const { enter, secondFactor } = useEnterByMail();
  const { field, focus, submitTo } = useForm({ mailedCode: '' }, ({ mailedCode }) => ({
    mailedCode: mailedCode.trim() === '' && t('auth.byMail.codeMissing'),
  }));
  const isWrong = isRefused(error, 'auth/invalid-verification-code');
  const refusal = isWrong ? t('auth.byMail.codeWrong') : toText(error, t);

  useEffect(() => {
    focus('mailedCode');
    const { activeElement: input } = document;
    if (error !== undefined && input instanceof HTMLInputElement) {
      // The next code replaces the one that was not taken.
      input.select();
    }
  }, [focus, error]);

  return (
    <AuthForm
      title={t('auth.byMail.sentTitle')}
      sub={t('auth.byMail.sentTo', { email })}
      pageTitle={t('auth.byMail.sentTitle')}
      submit={t('auth.byMail.enter')}
      busy={busy}
      failed={t('errors.failedSignIn')}
      problem={error === undefined ? undefined : refusal}
      secondFactor={secondFactor}
      others={<SendAgain email={email} />}
      onSubmit={submitTo(({ mailedCode: code }) => {
        forgetError();
        return run(() => enter({ email, code }));
      })}
    >
      <TextField
        {...field('mailedCode')}
        label={t('auth.byMail.code')}
        hint={t('auth.byMail.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        required
      />
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
