import { deleteAccount, type ListedSubscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { isRefused } from '../../shared/api-error.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useSubscriptions } from '../../shared/current-subscription/index.ts';
import { zoneOf } from '../../shared/current-subscription/zone-of.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { AccountForm, ChangeNotice, useAccountChange } from './account-form.tsx';

export function DeleteAccountPage() {
  const deletion = useDeleteAccount();
  return deletion.change.saved ? <Farewell /> : <DeleteAccountForm {...deletion} />;
}

function DeleteAccountForm({ change, remove }: ReturnType<typeof useDeleteAccount>) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const list = useListOwned();
  const form = useForm({ typedUid: '' }, ({ typedUid }) => ({
    typedUid:
      (typedUid === '' && t('account.deleteAccount.missing')) ||
      (typedUid !== uid && t('account.errors.uuidMismatch')),
  }));

  return (
    <>
      <AccountForm
        title={t('account.deleteAccount.title')}
        sub={t('account.deleteAccount.sub')}
        submit={t('account.deleteAccount.submit')}
        danger
        busy={change.busy}
        off={list.owned !== undefined && list.owned.length > 0}
        onSubmit={form.submitTo(remove)}
      >
        <ChangeNotice change={change} failed={t('account.errors.accountDeletionError')} />
        <OwnedSubscriptions
          {...list}
          refusal={
            isRefused(change.error, 'auth/owns-active-subscription') ? change.error : undefined
          }
        />
        <WhatGoes />
        <div className="grid gap-1.5">
          <p className="text-label font-label">{t('account.deleteAccount.yourId')}</p>
          <CopyableId id={uid} label={t('account.profile.copyUserId')} />
        </div>
        <TextField
          {...form.field('typedUid')}
          label={t('account.deleteAccount.confirmation')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </AccountForm>
      {change.dialog}
    </>
  );
}

function Farewell() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('account.deleteAccount.title')} />
      <Notice tone="good">{t('account.success.accountDeleted')}</Notice>
    </>
  );
}

const parts = ['profile', 'memberships', 'invites', 'sessions'] as const;

/** Lists what is deleted with an account. */
function WhatGoes() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="what-goes" className="grid gap-2">
      <h2 id="what-goes" className="text-card font-card">
        {t('account.deleteAccount.whatGoes')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {parts.map((part) => (
          <li key={part}>{t(`account.deleteAccount.goes.${part}`)}</li>
        ))}
      </ul>
      <p className="text-small leading-paragraph text-ink-2">{t('account.deleteAccount.stays')}</p>
    </section>
  );
}

interface OwnedSubscriptionsProps extends ReturnType<typeof useListOwned> {
  readonly refusal: unknown;
}

/** Projects to cancel or give away first, before anything is typed; from the refusal if they cannot be listed. */
function OwnedSubscriptions({ owned, isPending, refusal }: OwnedSubscriptionsProps) {
  const { t } = useTranslation();
  const told = refusal instanceof Error ? refusal.message : '';
  if (refusal === undefined && !owned?.length) {
    return null;
  }

  return (
    <section aria-labelledby="owned" className="grid gap-2">
      <h2 id="owned" className="text-label font-label">
        {t('account.deleteAccount.owned')}
      </h2>
      {isPending && (
        <SkeletonGroup>
          <Skeleton className="h-6 w-2/3" />
        </SkeletonGroup>
      )}
      {owned ? (
        <ul className="grid list-disc gap-1 pl-5">
          {owned.map((one) => (
            <OwnedSubscription key={one.id} {...one} />
          ))}
        </ul>
      ) : (
        !isPending && <p className="text-ink-2">{told}</p>
      )}
    </section>
  );
}

/** Its name, its end if that has been asked for, and the two ways to be rid of it. */
function OwnedSubscription({ id, settings, cancel_at, ...facts }: ListedSubscription) {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = settings.name || t('subscription.untitled');
  return (
    <li>
      <TextLink to={paths.subscription(id)}>
        <bdi>{project}</bdi>
      </TextLink>
      {cancel_at !== undefined && (
        <span className="text-ink-2">
          {' · '}
          {t('account.deleteAccount.endsOn', {
            date: formatDate(cancel_at, language, zoneOf(facts)),
          })}
        </span>
      )}
      <span className="flex flex-wrap gap-x-4 text-small">
        <TextLink to={paths.cancelSubscription(id)}>
          {t(`account.deleteAccount.${cancel_at === undefined ? 'end' : 'endNow'}`, { project })}
        </TextLink>
        <TextLink to={paths.transferOwnership(id)}>
          {t('account.deleteAccount.handOver', { project })}
        </TextLink>
      </span>
    </li>
  );
}

/** Subscriptions that the signed-in person owns and that are not canceled; undefined until all are known. */
function useListOwned() {
  const { uid } = useAccount();
  const { subscriptions, isAll, isError } = useSubscriptions();
  const isOwned = ({ owner_id, status }: ListedSubscription) =>
    owner_id === uid && status !== 'canceled';
  return {
    owned: isAll ? subscriptions?.filter(isOwned) : undefined,
    isPending: !isAll && !isError,
  };
}

/** Deletes the account and, a moment later, leaves. */
function useDeleteAccount() {
  const api = useApi();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { longMs } = useConfig().redirectDelays;
  const change = useAccountChange({ pauseMs: longMs, goOn: () => void leave() });

  function remove() {
    return change.send(async () => {
      await api.call(deleteAccount, {});
    });
  }

  async function leave() {
    // The account is gone either way: without a connection the next call finds that out.
    await signOut().catch(() => undefined);
    await navigate(paths.home);
  }

  return { change, remove };
}
