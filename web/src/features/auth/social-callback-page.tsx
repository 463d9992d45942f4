import { linkingStatePrefix, signInWithIdp } from '@hearth/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Api, useApi } from '../../shared/api/index.ts';
import { ApiError } from '../../shared/api-error.ts';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { paths } from '../../shared/paths.ts';
import { askForCode } from '../../shared/second-factor/use-sign-in.ts';
import { type Session, useSession } from '../../shared/session/index.ts';
import { reportOutcome } from '../../shared/social/social-channel.ts';
import {
  type SocialOutcome,
  toFailedOutcome,
  toOutcome,
} from '../../shared/social/social-outcome.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';

/** Page that providers redirect back to, in the popup or in the window itself. Nothing happens until this page asks for it. */
export function SocialCallbackPage() {
  const { t } = useTranslation();
  const api = useApi();
  const { status, join, takeOver } = useSession();
  const navigate = useNavigate();
  const [secondFactor, showSecondFactor] = useState<ReactNode>();
  const [address] = useState(() => location.href);
  const [stays, setStays] = useState<'told' | 'empty'>();
  const links = isLinking(address);
  // A link belongs to the signed-in person, who has to be known first.
  const waits = links && status === 'loading';

  useEffect(() => {
    async function goOn(outcome: SocialOutcome) {
      const isIn = outcome.kind === 'signed-in';
      if (isIn) {
        await join(outcome.entry);
      }
      // From the sign-in page, a signed-in person goes on to the page they wanted.
      await navigate(links ? paths.profile : paths.signIn, {
        replace: true,
        state: isIn ? null : { social: outcome },
      });
    }
    async function settle() {
      const ending = await settleOnce(address, { api, takeOver, showSecondFactor });
      if (!ending) {
        setStays('empty');
      } else if (ending.told) {
        window.close();
        setStays('told');
      } else {
        await goOn(ending.outcome);
      }
    }
    if (!waits) {
      void settle();
    }
  }, [address, links, waits, api, join, takeOver, navigate]);

  if (secondFactor && stays === undefined) {
    const title = t('auth.secondFactor.title');
    return (
      <AuthCard title={title} pageTitle={title}>
        {secondFactor}
      </AuthCard>
    );
  }
  const title = links ? t('auth.callback.linkingTitle') : t('auth.callback.callbackTitle');
  return (
    <AuthCard title={title} pageTitle={title} busy={stays === undefined}>
      {stays === undefined && <p className="text-ink-2">{t('auth.callback.working')}</p>}
      {stays === 'told' && <Notice tone="info">{t('auth.callback.closeWindow')}</Notice>}
      {stays === 'empty' && (
        <Notice tone="info">
          {t('auth.callback.over')} <TextLink to={paths.signIn}>{t('auth.signIn.submit')}</TextLink>
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

interface Settling {
  readonly api: Api;
  readonly takeOver: Session['takeOver'];
  readonly showSecondFactor: (form: ReactNode) => void;
}

/** A code works once, and effects may run twice. */
function settleOnce(address: string, settling: Settling): Promise<Ending | undefined> {
  const running = endings.get(address) ?? settleAddress(address, settling);
  endings.set(address, running);
  return running;
}

async function settleAddress(address: string, settling: Settling): Promise<Ending | undefined> {
  const { searchParams } = new URL(address);
  // Neither a look at the address bar nor a reload finds the code again.
  history.replaceState(history.state, '', paths.authCallback);
  const state = searchParams.get('state');
  if (state === null && !searchParams.has('emailCode')) {
    return undefined;
  }
  const ask = isLinking(address) ? askToLink : askToSignIn;
  const outcome = await ask(address, settling).catch(toFailedOutcome);
  return { outcome, told: state !== null && (await reportOutcome(state, outcome)) };
}

function isLinking(address: string): boolean {
  return new URL(address).searchParams.get('state')?.startsWith(linkingStatePrefix) ?? false;
}

async function askToSignIn(
  requestUri: string,
  { api, showSecondFactor }: Settling,
): Promise<SocialOutcome> {
  const input = { requestUri };
  const options = { withoutSession: true, renewsSession: true };
  const answer = await api.call(signInWithIdp, input, options);
  if ('mfaPendingCredential' in answer) {
    const ask = askForCode(showSecondFactor);
    const isIn = await ask(answer, (entry, shown) => api.call(entry, shown, options));
    if (!isIn) {
      throw cancelled();
    }
  }
  return toOutcome(answer);
}

function cancelled(): ApiError {
  const refusal = 'auth/sign-in-cancelled';
  return new ApiError('The person turned back.', { code: 'cancelled', refusal, httpStatus: 0 });
}

/** The session goes on in a new one, here and in the window that began. */
async function askToLink(requestUri: string, { api, takeOver }: Settling): Promise<SocialOutcome> {
  const input = { requestUri };
  const answer = await api.call(signInWithIdp, input, { renewsSession: true });
  if (!('idToken' in answer)) {
    throw new Error('The identity was not linked.');
  }
  takeOver(answer);
  return { kind: 'linked', providerId: answer.providerId };
}
