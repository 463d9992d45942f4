import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { loadWordsFor, toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { type SocialOutcome, toApiError } from '../../shared/social/social-outcome.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { AfterSignIn } from './after-sign-in.ts';
import { SocialConfirmation } from './social-confirmation.tsx';
import { SocialEmailForm } from './social-email-form.tsx';

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
    </Notice>
  );
}
