import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteSent } from './invite-sent.tsx';
import type { SentInvite } from './use-create-invite.ts';

export function InviteUserPage() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const [sent, setSent] = useState<SentInvite>();
  const [isNext, setIsNext] = useState(false);
  const project = subscription.settings.name || t('subscription.untitled');

  function handleNext() {
    setSent(undefined);
    setIsNext(true);
  }

  return (
    <>
      <PageHeader
        title={t('invites.title')}
        sub={t('invites.sub', { project })}
        actions={
          !sent && (
            <ButtonLink to={paths.subscriptionUsers(subscription.id)}>
              {t('invites.back')}
            </ButtonLink>
          )
        }
      />
      <SectionCard id="invitation" title={t('invites.sectionTitle')}>
        {sent ? (
          <InviteSent invite={sent} onNext={handleNext} />
        ) : (
          <InviteForm isNext={isNext} onSent={setSent} />
        )}
      </SectionCard>
    </>
  );
}
