import { signInWithIdp } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Api, useApi } from '../../shared/api/index.ts';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { reportOutcome } from '../../shared/social/social-channel.ts';
import {
  type SocialOutcome,
  toFailedOutcome,
  toOutcome,
} from '../../shared/social/social-outcome.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';

/** Where providers lead back to, in the popup or in the window itself. Nothing happens until this page asks for it. */
export function SocialCallbackPage() {
  const { t } = useTranslation();
  const api = useApi();
  const { join } = useSession();
  const navigate = useNavigate();
  const [address] = useState(() => location.href);
  const [stays, setStays] = useState<'told' | 'empty'>();

  useEffect(() => {
    async function goOn(outcome: SocialOutcome) {
      const isIn = outcome.kind === 'signed-in';
      if (isIn) {
        await join(outcome.entry);
      }
      // From there, whoever is signed in goes on to where they wanted to be.
      await navigate(paths.signIn, { replace: true, state: isIn ? null : { social: outcome } });
    }
    async function settle() {
      const ending = await settleOnce(address, api);
      if (!ending) {
        setStays('empty');
      } else if (ending.told) {
        window.close();
        setStays('told');
      } else {
        await goOn(ending.outcome);
      }
    }
    void settle();
  }, [address, api, join, navigate]);

  const title = t('auth.social.callbackTitle');
  return (
    <AuthCard title={title} pageTitle={title} busy={stays === undefined}>
      {stays === undefined && <p className="text-ink-2">{t('auth.social.working')}</p>}
      {stays === 'told' && <Notice tone="info">{t('auth.social.closeWindow')}</Notice>}
      {stays === 'empty' && (
        <Notice tone="info">
          {t('auth.social.over')} <TextLink to={paths.signIn}>{t('auth.signIn.submit')}</TextLink>
        </Notice>
      )}
    </AuthCard>
  );
}

interface Ending {
  readonly outcome: SocialOutcome;
  /** The window that began heard it and goes on. */
  readonly told: boolean;
}

const endings = new Map<string, Promise<Ending | undefined>>();

/** A code works once, and effects may run twice. */
function settleOnce(address: string, api: Api): Promise<Ending | undefined> {
  const running = endings.get(address) ?? settleAddress(address, api);
  endings.set(address, running);
  return running;
}

async function settleAddress(address: string, api: Api): Promise<Ending | undefined> {
  const { searchParams } = new URL(address);
  // Neither a look at the address bar nor a reload finds the code again.
  history.replaceState(history.state, '', paths.authCallback);
  const state = searchParams.get('state');
  if (state === null && !searchParams.has('emailCode')) {
    return undefined;
  }
  const outcome = await api
    .call(
      signInWithIdp,
      { requestUri: address },
      { withoutSession: true, renewsSession: true },
    )
    .then(toOutcome, toFailedOutcome);
  return { outcome, told: state !== null && (await reportOutcome(state, outcome)) };
}
