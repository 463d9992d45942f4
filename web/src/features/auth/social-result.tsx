import { signInWithIdp } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type Api, useApi } from '../../shared/api/index.ts';
import { isRefused } from '../../shared/api-error.ts';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { WhoInvites } from '../../shared/auth-form/who-invites.tsx';
import { loadWordsFor, toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import {
  type Confirmation,
  type SocialOutcome,
  toApiError,
} from '../../shared/social/social-outcome.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import type { AfterSignIn } from './after-sign-in.ts';

interface SocialResultProps {
  readonly outcome: SocialOutcome;
  readonly afterSignIn: AfterSignIn | undefined;
}

/** Outcome of a sign-in at a provider: on into the product, or a question. */
export function SocialResult({ outcome, afterSignIn }: SocialResultProps) {
  useShownOnce();

  switch (outcome.kind) {
    case 'signed-in':
      return <Enter entry={outcome.entry} afterSignIn={afterSignIn} />;
    case 'confirm':
      return afterSignIn ? (
        <SocialConfirmation confirmation={outcome} afterSignIn={afterSignIn} />
      ) : (
        <ToSignIn outcome={outcome} />
      );
    case 'name-email':
      return <SocialEmailForm {...outcome} />;
    case 'linked':
      return null;
    case 'failed':
      return <Failed outcome={outcome} />;
  }
}

/** A result from another page must not come back with a reload. */
function useShownOnce() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (state?.social) {
      const { social: _shown, ...rest } = state;
      void navigate(pathname, { replace: true, state: rest });
    }
  }, [navigate, pathname, state]);
}

type Of<Kind> = SocialOutcome & { readonly kind: Kind };

/** The browser holds the session's cookie already; this window takes it over. */
function Enter({
  entry,
  afterSignIn,
}: Pick<Of<'signed-in'>, 'entry'> & { readonly afterSignIn: AfterSignIn | undefined }) {
  const { join } = useSession();

  useEffect(() => {
    void join(entry).then(() => afterSignIn?.current?.());
  }, [join, entry, afterSignIn]);

  return null;
}

function ToSignIn({ outcome }: { readonly outcome: SocialOutcome }) {
  const navigate = useNavigate();

  useEffect(() => {
    void navigate(paths.signIn, { state: { social: outcome } });
  }, [navigate, outcome]);

  return null;
}

const notAdmitted = 'auth/admin-restricted-operation';

/** A person who canceled at the provider knows it, so this is no alarm. */
function Failed({ outcome }: { readonly outcome: Of<'failed'> }) {
  const { t } = useTranslation();
  const [ready, setReady] = useState(false);
  const error = toApiError(outcome);

  useEffect(() => {
    void loadWordsFor(toApiError(outcome)).then(() => setReady(true));
  }, [outcome]);

  if (!ready) {
    return null;
  }
  return error.refusal === 'auth/sign-in-cancelled' ? (
    <Notice tone="info">{toText(error, t)}</Notice>
  ) : (
    <Notice tone="bad" title={t('errors.failedSignIn')}>
      {toText(error, t)}
      {error.refusal === notAdmitted && (
        <span className="mt-1 block">
          <WhoInvites />
          <span className="mt-1 block">{t('auth.admission.known')}</span>
        </span>
      )}
    </Notice>
  );
}

interface SocialConfirmationProps {
  readonly confirmation: Confirmation;
  readonly afterSignIn: AfterSignIn;
}

/** Asks for the account's own sign-in first; whichever way it is done, the new one is added after it. */
function SocialConfirmation({ confirmation, afterSignIn }: SocialConfirmationProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { takeOver } = useSession();
  const nameOf = useProviderName();
  const { email, methods, pendingToken } = confirmation;
  const provider = nameOf(confirmation.providerId);

  useEffect(() => {
    afterSignIn.current = async () => {
      afterSignIn.current = undefined;
      try {
        takeOver(await linkPending(api, pendingToken));
        notify.success(t('auth.callback.linked', { provider }));
      } catch {
        // The person is signed in, which is what they came for.
        notify.failure(t('auth.callback.notLinked', { provider }));
      }
    };
  }, [afterSignIn, api, pendingToken, provider, t, takeOver]);

  const others = methods?.filter((method) => method !== 'password').map(nameOf) ?? [];
  const needsOther = methods !== undefined && !methods.includes('password') && others.length > 0;
  return (
    <Notice tone="info" title={t('auth.callback.confirmTitle')}>
      {needsOther
        ? t('auth.callback.confirmWithProvider', { email, provider, other: others.join(', ') })
        : t('auth.callback.confirmWithPassword', { email, provider })}
    </Notice>
  );
}

/** Adds the waiting identity to the person who has just signed in; answers their new tokens. */
async function linkPending(api: Api, pendingToken: string) {
  const answer = await api.call(signInWithIdp, { pendingToken }, { renewsSession: true });
  if (!('idToken' in answer)) {
    throw new Error('The identity was not linked.');
  }
  return answer;
}

interface SocialEmailFormProps {
  readonly providerId: string;
  readonly pendingToken: string;
}

/** For people whose provider gave no address: it is named here and proven by a mailed link. */
function SocialEmailForm({ providerId, pendingToken }: SocialEmailFormProps) {
  const { t } = useTranslation();
  const api = useApi();
  const provider = useProviderName()(providerId);
  const [sentTo, setSentTo] = useState<string>();
  const form = useAuthForm(['email'], async ({ email }) => {
    await api.call(
      signInWithIdp,
      { pendingToken, email },
      { withoutSession: true, renewsSession: true },
    );
    setSentTo(email.trim());
  });

  if (sentTo !== undefined) {
    return (
      <Notice tone="good" title={t('auth.callback.emailSentTitle')}>
        {t('auth.callback.emailSent', { email: sentTo })}
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={form.handleSubmit} className="grid gap-4">
      <Notice tone="info" title={t('auth.callback.emailTitle')}>
        {t('auth.callback.emailText', { provider })}
      </Notice>
      {form.problem && (
        <Notice tone="bad">
          {form.problem}
          {isRefused(form.failure, notAdmitted) && (
            <span className="mt-1 block">
              <WhoInvites />
            </span>
          )}
        </Notice>
      )}
      <TextField
        {...form.field('email')}
        type="email"
        label={t('auth.callback.email')}
        autoComplete="email"
        required
      />
      <Button type="submit" variant="primary" size="wide" busy={form.busy}>
        {t('auth.callback.sendLink')}
      </Button>
    </form>
  );
}
