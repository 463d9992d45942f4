import type { SubscriptionUser } from '@hearth/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { toServerText } from '../../shared/i18n/to-server-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { TransferOwnershipChanges } from './transfer-ownership-changes.tsx';
import { useTransferOwnership } from './use-transfer-ownership.ts';

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
            <option key={user.id} value={user.id}>{`${nameOf(user)} (${user.email})`}</option>
          ))}
        </SelectField>
        {chosen && (
          <section
            aria-label={t('ownership.chosen')}
            className="grid animate-appear gap-3 rounded-card border border-line bg-sunken px-4 py-3.5"
          >
            <h2 className="text-label font-label">{t('ownership.chosen')}</h2>
            <Facts>
              <Fact name={t('ownership.name')}>{nameOf(chosen)}</Fact>
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
