import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { CopyableId } from '../../shared/ui/copyable-id.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { inviteLink } from './invite-link.ts';
import type { SentInvite } from './use-create-invite.ts';

interface InviteSentProps {
  readonly invite: SentInvite;
  readonly onNext: () => void;
}

/** The mail is on its way; the link here is the other one, to hand over oneself. */
export function InviteSent({ invite, onNext }: InviteSentProps) {
  const { t } = useTranslation();
  const { id } = useCurrentSubscription().subscription;
  const { email } = invite;
  const heading = useRef<HTMLHeadingElement>(null);

  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid max-w-[560px] gap-5">
      <Notice tone="good">{t('invites.sent', { email })}</Notice>
      <div className="grid gap-2">
        <h3 ref={heading} tabIndex={-1} className="font-card outline-none">
          {t('invites.linkTitle')}
        </h3>
        <div className="rounded-control border border-line bg-sunken py-2 pr-1 pl-3">
          <CopyableId id={inviteLink(invite.inviteId)} label={t('invites.copyLink')} />
        </div>
        <p className="text-ink-2">{t('invites.linkText', { email })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onNext}>
          {t('invites.next')}
        </Button>
        <ButtonLink to={paths.subscriptionUsers(id)}>{t('invites.back')}</ButtonLink>
      </div>
    </div>
  );
}
