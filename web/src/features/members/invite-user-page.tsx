import { createInvite } from '@hearth/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/api-error.ts';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RefusalNotice } from '../../shared/verification/refusal-notice.tsx';
import { inviteLink } from './pending-invite.ts';
import { PermissionChoice, useConfiguredKeys } from './permission-choice.tsx';
import { useUsersChange } from './use-users-change.ts';

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

interface InviteFormProps {
  /** The field takes the focus where the form comes up again. */
  readonly isNext: boolean;
  readonly onSent: (invite: SentInvite) => void;
}

/** Keeps what was entered when inviting fails. */
function InviteForm({ isNext, onSent }: InviteFormProps) {
  const { t } = useTranslation();
  const { status } = useCurrentSubscription().subscription;
  const configuredKeys = useConfiguredKeys();
  const { busy, error, send } = useCreateInvite(onSent);
  const [permissions, setPermissions] = useState(() => configuredKeys([]));
  const { field, focus, submitTo } = useForm({ email: '' }, ({ email }) => ({
    email: email.trim() === '' && t('invites.emailMissing'),
  }));
  const email = field('email');
  const isCanceled = status === 'canceled';
  const isBadAddress = isRefused(error, 'auth/invalid-email');
  const badAddress = isBadAddress ? toText(error, t) : undefined;

  useEffect(() => {
    if (isNext || isBadAddress) {
      focus('email');
    }
  }, [isNext, isBadAddress, focus]);

  return (
    <form
      noValidate
      onSubmit={submitTo((typed) => send({ email: typed.email.trim(), permissions }))}
      className="grid max-w-[480px] gap-5"
    >
      {isCanceled && <Notice tone="warn">{t('invites.canceledHint')}</Notice>}
      <InviteProblem error={error} />
      <TextField
        {...email}
        type="email"
        label={t('invites.email')}
        error={email.error ?? badAddress}
        autoComplete="off"
        required
      />
      <PermissionChoice value={permissions} onChange={setPermissions} />
      <div>
        <Button type="submit" variant="primary" busy={busy} off={isCanceled}>
          {t('invites.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Why no invite has gone out; a problem of the address alone is shown at its field. */
function InviteProblem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (error === undefined || isRefused(error, 'auth/invalid-email')) {
    return null;
  }
  if (isRefused(error, 'invite/already-pending')) {
    return <Notice tone="bad">{t('invites.alreadyInvited')}</Notice>;
  }
  if (isRefused(error, 'invite/already-member')) {
    return <Notice tone="bad">{t('invites.alreadyMember')}</Notice>;
  }
  return (
    <RefusalNotice error={error} title={t('invites.inviteError')}>
      {toText(error, t)}
    </RefusalNotice>
  );
}

interface InviteSentProps {
  readonly invite: SentInvite;
  readonly onNext: () => void;
}

/** The mail is on its way; the link here is the other one, to hand over oneself. */
function InviteSent({ invite, onNext }: InviteSentProps) {
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

interface NewInvite {
  readonly email: string;
  readonly permissions: readonly string[];
}

interface SentInvite {
  readonly email: string;
  readonly inviteId: string;
}

/** Invites an address and hands over the new invite. */
function useCreateInvite(onSent: (invite: SentInvite) => void) {
  const api = useApi();
  const { subscription } = useCurrentSubscription();
  const { busy, error, change, refresh } = useUsersChange();

  function send({ email, permissions }: NewInvite) {
    const input = { subscriptionId: subscription.id, email, permissions: [...permissions] };
    return change(
      () => api.call(createInvite, input),
      ({ inviteId }) => {
        onSent({ email, inviteId });
        void refresh();
      },
    );
  }

  return { busy, error, send };
}
