import { getSignInMethods, type SocialProviderName, socialProviderIds } from '@hearth/contract';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../api/index.ts';
import { useChange } from '../api/use-change.ts';
import { isRefused } from '../api-error.ts';
import { useConfig } from '../config/index.ts';
import { useForm } from '../form/use-form.ts';
import { loadWords, toText } from '../i18n/index.ts';
import { usePasskeysOffered } from '../passkey/use-passkeys-offered.ts';
import { useSignIn } from '../second-factor/use-sign-in.ts';
import { useAccount, useSession } from '../session/index.ts';
import { ProviderButton } from '../social/provider-button.tsx';
import { type SocialOutcome, toApiError } from '../social/social-outcome.ts';
import { useSocialSignIn } from '../social/use-social-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';

const PasskeyAgain = lazy(async () => ({
  default: (await import('../passkey/passkey-again.tsx')).PasskeyAgain,
}));
const EmailAgain = lazy(async () => {
  const [{ EmailAgain }] = await Promise.all([import('./email-again.tsx'), loadWords('action')]);
  return { default: EmailAgain };
});

interface SignInAgainDialogProps {
  readonly onSignedIn: () => void;
  readonly onCancel: () => void;
}

/** Asks the signed-in person to sign in again, in one of the account's own ways. */
export function SignInAgainDialog({ onSignedIn, onCancel }: SignInAgainDialogProps) {
  const { t } = useTranslation();
  const { email, emailVerified, signInMethods } = useAccount();
  const { socialProviders, emailSignIn } = useConfig();
  const providers = socialProviders.filter((name) =>
    signInMethods.includes(socialProviderIds[name]),
  );
  const hasPassword = signInMethods.includes('password');
  // The first proof of an address by mail takes the account over: links, name and sessions would be lost.
  const offersMail = !hasPassword && emailSignIn && emailVerified;
  const hasPasskeys = useHasPasskeys();
  const { signIn, secondFactor: afterPassword } = useSignIn();
  const [afterMail, showAfterMail] = useState<ReactNode>();
  const secondFactor = afterPassword ?? afterMail;
  const asksForCode = secondFactor !== undefined;
  const description = hasPassword
    ? t('dialog.signInAgain.text', { email })
    : t('dialog.signInAgain.textWithoutPassword', { email });

  return (
    <Dialog
      title={t(asksForCode ? 'auth.secondFactor.title' : 'dialog.signInAgain.title')}
      description={asksForCode ? t('auth.secondFactor.sub', { email }) : description}
      onClose={onCancel}
    >
      {secondFactor}
      <div hidden={asksForCode} className="grid grid-cols-1 gap-5">
        {hasPassword && (
          <PasswordAgainForm signIn={signIn} onSignedIn={onSignedIn} onCancel={onCancel} />
        )}
        {hasPasskeys && (
          <Suspense>
            <PasskeyAgain onSignedIn={onSignedIn} />
          </Suspense>
        )}
        {providers.length > 0 && <ProviderAgain providers={providers} onSignedIn={onSignedIn} />}
        {offersMail && (
          <Suspense>
            <EmailAgain showSecondFactor={showAfterMail} onSignedIn={onSignedIn} />
          </Suspense>
        )}
        {!hasPassword && (
          <DialogActions>
            <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
          </DialogActions>
        )}
      </div>
    </Dialog>
  );
}

/** Whether a passkey can be shown here; false until it is known. */
function useHasPasskeys(): boolean {
  const api = useApi();
  const isOffered = usePasskeysOffered();
  const [hasPasskeys, setHasPasskeys] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    if (isOffered) {
      api.call(getSignInMethods, {}, { signal: leaving.signal }).then(
        ({ passkeys }) => setHasPasskeys(passkeys.length > 0),
        // The other ways stay.
        () => undefined,
      );
    }
    return () => leaving.abort();
  }, [api, isOffered]);

  return hasPasskeys;
}

interface PasswordAgainFormProps {
  readonly signIn: ReturnType<typeof useSignIn>['signIn'];
  readonly onSignedIn: () => void;
  readonly onCancel: () => void;
}

/** Takes the password of the signed-in person, and opens a new session for them. */
function PasswordAgainForm({ signIn, onSignedIn, onCancel }: PasswordAgainFormProps) {
  const { t } = useTranslation();
  const { email } = useAccount();
  const { busy, error, run, forgetError } = useChange();
  const { field, focus, submitTo } = useForm({ password: '' }, ({ password }) => ({
    password: password === '' && t('auth.missing.password'),
  }));
  const input = field('password');
  const isWrong = isRefused(error, 'auth/invalid-credential');
  const refusal = isWrong ? t('dialog.signInAgain.wrongPassword') : toText(error, t);

  useEffect(() => {
    if (error !== undefined) {
      focus('password');
    }
  }, [error, focus]);

  const signInAgain = ({ password }: { readonly password: string }) =>
    run(async () => {
      if (await signIn({ email, password })) {
        onSignedIn();
      }
    });

  return (
    <form noValidate onSubmit={submitTo(signInAgain)} className="grid gap-5">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...input}
        label={t('auth.password')}
        error={input.error ?? (error === undefined ? undefined : refusal)}
        onChange={(event) => {
          input.onChange(event);
          forgetError();
        }}
        autoComplete="current-password"
        required
      />
      <DialogActions>
        <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('dialog.signInAgain.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface ProviderAgainProps {
  readonly providers: readonly SocialProviderName[];
  readonly onSignedIn: () => void;
}

/** Proves the person again by a linked provider. Another person who comes back from there gets their own page. */
function ProviderAgain({ providers, onSignedIn }: ProviderAgainProps) {
  const { t } = useTranslation();
  const { reload } = useSession();
  const [problem, setProblem] = useState<string>();
  const { busy, start } = useSocialSignIn((outcome) => void take(outcome));

  async function take(outcome: SocialOutcome | undefined) {
    setProblem(undefined);
    if (outcome?.kind === 'signed-in') {
      await reload().then(onSignedIn, (error: unknown) => setProblem(toText(error, t)));
    } else if (outcome) {
      setProblem(
        outcome.kind === 'failed'
          ? toText(toApiError(outcome), t)
          : t('dialog.signInAgain.otherAccount'),
      );
    }
  }

  return (
    <div className="grid gap-3">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {providers.map((name) => (
        <ProviderButton
          key={name}
          name={name}
          busy={busy === name}
          onClick={() => void start(name)}
        />
      ))}
    </div>
  );
}
