import { isolate, type SubscriptionUser, transferSubscriptionOwnership } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import {
  subscriptionKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { toServerText } from '../../shared/i18n/to-server-text.ts';
import { paths } from '../../shared/paths.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { useAfterPage } from '../../shared/use-after-page.ts';
import { useGoBack } from '../../shared/use-go-back.ts';

interface TransferOwnershipFormProps {
  readonly eligible: readonly SubscriptionUser[];
}

export function TransferOwnershipForm({ eligible }: TransferOwnershipFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription } = useCurrentSubscription();
  const { busy, error, transfer, dialog } = useTransferOwnership();
  const [chosenId, setChosenId] = useState('');
  const isCanceled = subscription.status === 'canceled';
  const chosen = eligible.find(({ id }) => id === chosenId);
  const nameOf = ({ display_name }: SubscriptionUser) =>
    display_name || t('account.profile.unnamed');

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (chosen && !isCanceled) {
      void transfer(chosen);
    }
  }

  return (
    <>
      <form noValidate onSubmit={handleSubmit} className="grid gap-5">
        {error !== undefined && (
          <Notice tone="bad" title={t('ownership.transferError')}>
            {toServerText(error, t, language)}
          </Notice>
        )}
        <SelectField
          label={t('ownership.newOwner')}
          value={chosen ? chosenId : ''}
          disabled={isCanceled || busy}
          onChange={(event) => setChosenId(event.target.value)}
        >
          <option value="">{t('ownership.choose')}</option>
          {eligible.map((user) => (
            <option
              key={user.id}
              value={user.id}
            >{`${isolate(nameOf(user))} (${user.email})`}</option>
          ))}
        </SelectField>
        {chosen && (
          <section
            aria-label={t('ownership.chosen')}
            className="grid animate-appear gap-3 rounded-card border border-line bg-sunken px-4 py-3.5"
          >
            <h2 className="text-label font-label">{t('ownership.chosen')}</h2>
            <Facts>
              <Fact name={t('ownership.name')}>
                <bdi>{nameOf(chosen)}</bdi>
              </Fact>
              <Fact name={t('ownership.email')}>
                <span className="wrap-anywhere">{chosen.email}</span>
              </Fact>
            </Facts>
          </section>
        )}
        <TransferOwnershipChanges />
        <div>
          <Button type="submit" variant="danger" busy={busy} off={!chosen || isCanceled}>
            {t('ownership.submit')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}

const changes = ['decides', 'billing', 'stays'] as const;

/** Consequences of a transfer, shown before it. */
function TransferOwnershipChanges() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="what-changes" className="grid gap-2">
      <h2 id="what-changes" className="text-label font-label">
        {t('ownership.whatChanges')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {changes.map((change) => (
          <li key={change}>{t(`ownership.changes.${change}`)}</li>
        ))}
      </ul>
      <Notice tone="warn">{t('ownership.warning')}</Notice>
    </section>
  );
}

/** Transfers the ownership, with a new sign-in if the server asks for one, and goes back one page. */
function useTransferOwnership() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { subscription, replace } = useCurrentSubscription();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const goBack = useGoBack(paths.subscriptionSettings(subscription.id));
  const afterPage = useAfterPage();
  const { busy, error, run } = useChange();

  const transfer = ({ id: newOwnerId, display_name, email }: SubscriptionUser) =>
    run(async () => {
      const input = { subscriptionId: subscription.id, newOwnerId };
      await withRecentSignIn(() => api.call(transferSubscriptionOwnership, input));
      notifyDone(display_name || email);
      afterPage(() => showOwner(newOwnerId));
      goBack();
      return 'leaving';
    });

  function notifyDone(name: string) {
    const project = subscription.settings.name || t('subscription.untitled');
    notify.success(t('ownership.transferred', { name, project }));
  }

  function showOwner(owner_id: string) {
    const { owner_name: _, ...others } = subscription;
    replace({ ...others, owner_id });
    // A read that began before the transfer would bring the old owner back.
    void queries.invalidateQueries({ queryKey: subscriptionKey(uid, subscription.id) });
    void queries.invalidateQueries({ queryKey: subscriptionUsersKey(uid, subscription.id) });
  }

  return { busy, error, transfer, dialog };
}
