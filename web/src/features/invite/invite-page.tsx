import { getInvite } from '@hearth/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { isRefused } from '../../shared/api-error.ts';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { toText } from '../../shared/i18n/index.ts';
import { useSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Leave } from './invite-card.tsx';
import { type InviteLink, readInviteLink, toInviteInput } from './invite-link.ts';
import { InviteScreen } from './invite-screen.tsx';
import { toInviteState } from './invite-state.ts';
import { type Step, useInviteSteps } from './use-invite-steps.ts';

/** The page of an invite's link, for signed-in people and visitors. */
export function InvitePage() {
  const link = readInviteLink(useLocation().search);
  return link ? <Invite key={`${link.id} ${link.token}`} link={link} /> : <UnknownInvite />;
}

function Invite({ link }: { readonly link: InviteLink }) {
  const { t } = useTranslation();
  const change = useChange<Step>();
  const { progress, askAgain } = useGetInvite(link, change.busy);
  const steps = useInviteSteps(link, { change, askAgain });
  const title = t('invitation.pageTitle');

  switch (progress.status) {
    case 'waiting':
      return <AuthCard busy title={title} sub={t('invitation.checking')} pageTitle={title} />;
    case 'failed':
      return isRefused(progress.error, 'access/denied') ? (
        <UnknownInvite />
      ) : (
        <AuthCard title={title} pageTitle={title}>
          <Notice tone="bad" title={t('invitation.failed.load')}>
            {toText(progress.error, t)}
          </Notice>
          <Button variant="primary" size="wide" onClick={() => void askAgain()}>
            {t('invitation.steps.retry')}
          </Button>
        </AuthCard>
      );
    case 'answered':
      return <InviteScreen link={link} state={progress.answer} steps={steps} />;
  }
}

/** An unknown id and none at all end alike. */
function UnknownInvite() {
  const { t } = useTranslation();
  const title = t('invitation.unknownTitle');
  return (
    <AuthCard title={title} sub={t('invitation.unknown')} pageTitle={title}>
      <Leave variant="primary" />
    </AuthCard>
  );
}

/**
 * Reads the invite, and again after a sign-in, a sign-out or a verification. Waits while a step of the page itself runs,
 * so that its form does not vanish.
 */
function useGetInvite({ id, token }: InviteLink, busy: boolean) {
  const api = useApi();
  const { account } = useSession();
  const [requester, setRequester] = useState(account);
  if (!busy && requester !== account) {
    setRequester(account);
  }

  const ask = useCallback(async () => {
    const answer = await api.call(getInvite, toInviteInput({ id, token }));
    return toInviteState(answer, requester?.email);
  }, [api, id, token, requester]);
  return useAnswer(ask);
}
