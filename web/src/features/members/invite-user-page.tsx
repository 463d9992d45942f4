import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api-error.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { isFull } from '../../shared/plans/seats.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RefusalNotice } from '../../shared/verification/refusal-notice.tsx';
import { InviteForm } from './invite-form.tsx';
import { inviteLink } from './pending-invite.ts';
import { SeatsFull } from './seats-full.tsx';
import { useGetSubscriptionUsers } from './use-get-subscription-users.ts';
import type { FailedInvite, Outcome, SentInvite } from './use-send-invites.ts';

export function InviteUserPage() {
  const { t } = useTranslation();
  const project = useProjectName();
  const { status } = useCurrentSubscription().subscription;
  const [outcome, setOutcome] = useState<Outcome>();
  const [failed, setFailed] = useState<readonly FailedInvite[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [begun, setBegun] = useState<readonly string[]>();
  const { data: list } = useGetSubscriptionUsers();
  const hasNoSeat = list !== undefined && isFull(list.seats);

  /** With nothing sent the form stays as it is. */
  function handleDone(done: Outcome, unsent: readonly string[]) {
    setFailed(done.sent.length === 0 ? done.failed : []);
    setOutcome(done.sent.length === 0 ? undefined : done);
    setWrong(unsent);
  }

  function handleNext(addresses: readonly string[]) {
    setOutcome(undefined);
    setFailed([]);
    setBegun(addresses);
  }

  return (
    <>
      <PageHeader title={t('invites.title')} sub={t('invites.sub', { project })} />
      {hasNoSeat && !outcome && status !== 'canceled' && (
        <SeatsFull limit={list.seats.limit ?? 0} />
      )}
      <SectionCard id="invitation" title={t('invites.sectionTitle')}>
        {outcome ? (
          <InvitesSent outcome={outcome} wrong={wrong} onNext={handleNext} />
        ) : (
          <div className="grid grid-cols-1 gap-5">
            {failed.length > 0 && <FailedList failed={failed} />}
            <InviteForm
              list={list}
              begun={begun ?? []}
              isNext={begun !== undefined}
              onDone={handleDone}
            />
          </div>
        )}
      </SectionCard>
    </>
  );
}

interface InvitesSentProps {
  readonly outcome: Outcome;
  /** Addresses that cannot be ones. */
  readonly wrong: readonly string[];
  readonly onNext: (addresses: readonly string[]) => void;
}

/** Result for each address: the mails on their way, and the addresses that were refused. */
function InvitesSent({ outcome, wrong, onNext }: InvitesSentProps) {
  const { t } = useTranslation();
  const { id } = useCurrentSubscription().subscription;
  const { sent, failed } = outcome;
  const unsent = [...failed.map(({ email }) => email), ...wrong];

  return (
    <div className="grid max-w-[560px] gap-5">
      {sent.length > 0 && <SentLinks sent={sent} />}
      {failed.length > 0 && <FailedList failed={failed} />}
      {wrong.length > 0 && (
        <Notice tone="warn" title={t('invites.inviteError')}>
          {wrong.map((address) => t('invites.isWrong', { address })).join(' ')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => onNext(unsent)}>
          {unsent.length > 0 ? t('invites.tryAgain') : t('invites.next')}
        </Button>
        <ButtonLink to={paths.subscriptionUsers(id)}>{t('invites.back')}</ButtonLink>
      </div>
    </div>
  );
}

/** The mails are on their way; the links here are others, to hand over oneself. */
function SentLinks({ sent }: { readonly sent: readonly SentInvite[] }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [{ email } = { email: '' }] = sent;
  const isOne = sent.length === 1;

  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      <Notice tone="good">
        {isOne ? t('invites.sent', { email }) : t('invites.sentMany', { count: sent.length })}
      </Notice>
      <div className="grid gap-2">
        <h3 ref={heading} tabIndex={-1} className="font-card outline-none">
          {t('invites.linkTitle')}
        </h3>
        <ul className="grid gap-2">
          {sent.map((invite) => (
            <li
              key={invite.inviteId}
              className="rounded-control border border-line bg-sunken py-2 pr-1 pl-3"
            >
              {!isOne && <p className="text-label wrap-anywhere">{invite.email}</p>}
              <CopyableId
                id={inviteLink(invite.inviteId)}
                label={
                  isOne
                    ? t('invites.copyLink')
                    : t('invites.copyLinkNamed', { email: invite.email })
                }
              />
            </li>
          ))}
        </ul>
        <p className="text-ink-2">
          {isOne ? t('invites.linkText', { email }) : t('invites.linksText')}
        </p>
      </div>
    </>
  );
}

/** One refusal in words, or each address with its own. */
function FailedList({ failed }: { readonly failed: readonly FailedInvite[] }) {
  const { t } = useTranslation();
  const toReason = useFailureText();
  const [first] = failed;
  const isOne = failed.length === 1;
  const isKnown = isOne && isRefusedAs(first?.error);
  return (
    <RefusalNotice error={first?.error} title={isKnown ? '' : t('invites.inviteError')}>
      {isOne
        ? toReason(first?.error)
        : failed.map(({ email, error }) => (
            <span key={email} className="block">
              {t('invites.failedLine', { email, reason: toReason(error) })}
            </span>
          ))}
    </RefusalNotice>
  );
}

const isRefusedAs = (error: unknown) =>
  isRefused(error, 'invite/already-pending') || isRefused(error, 'invite/already-member');

function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if (isRefused(error, 'invite/already-pending')) {
      return t('invites.alreadyInvited');
    }
    return isRefused(error, 'invite/already-member')
      ? t('invites.alreadyMember')
      : toText(error, t);
  };
}
