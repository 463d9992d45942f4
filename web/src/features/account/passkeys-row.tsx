import { longestName } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../shared/form/use-form.ts';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { usePasskeysOffered } from '../../shared/passkey/use-passkeys-offered.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx';
import { Fact } from '../../shared/ui/facts.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { MethodTimes } from './method-times.tsx';
import { type Passkey, type Passkeys, usePasskeyName, usePasskeys } from './use-passkeys.ts';

/** Passkeys of the account; nothing if there are none and this page can make none. */
export function PasskeysRow({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { t } = useTranslation();
  const { emailVerified } = useAccount();
  const own = usePasskeys();
  const { adding, target, ask } = own;
  const isOffered = usePasskeysOffered();
  if (passkeys.length === 0 && !isOffered) {
    return null;
  }
  return (
    <Fact name={t('secondFactor.passkeys.title')}>
      <div className="grid gap-3">
        {passkeys.length === 0 && <p className="text-ink-2">{t('secondFactor.passkeys.none')}</p>}
        {passkeys.length > 0 && (
          <ul className="grid gap-3">
            {passkeys.map((passkey) => (
              <PasskeyItem
                key={passkey.id}
                passkey={passkey}
                onRename={() => ask({ passkey, purpose: 'rename' })}
                onRemove={() => ask({ passkey, purpose: 'remove' })}
              />
            ))}
          </ul>
        )}
        {isOffered && !emailVerified && (
          <p className="text-small leading-paragraph text-ink-2">
            {t('secondFactor.passkeys.verifyFirst')}
          </p>
        )}
        {adding.error !== undefined && (
          <Notice tone="bad" title={t('secondFactor.passkeys.notAdded')}>
            {toText(adding.error, t)}
          </Notice>
        )}
        {isOffered && emailVerified && (
          <Button
            size="small"
            busy={adding.busy}
            onClick={() => void own.add()}
            className="justify-self-start"
          >
            {t('secondFactor.passkeys.add')}
          </Button>
        )}
      </div>
      {target?.purpose === 'rename' && <RenameDialog own={own} passkey={target.passkey} />}
      {target?.purpose === 'remove' && <RemoveDialog own={own} passkey={target.passkey} />}
      {own.dialog}
    </Fact>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = usePasskeyName()(passkey);
  const { added_at: addedAt, last_used_at: lastUsedAt } = passkey;
  const lastUse = lastUsedAt
    ? t('secondFactor.lastUsed', { time: formatDateTime(lastUsedAt, language) })
    : t('secondFactor.notUsed');

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <bdi className="wrap-anywhere">{name}</bdi>
        <MethodTimes
          isPending={false}
          times={[t('secondFactor.addedOn', { date: formatDate(addedAt, language) }), lastUse]}
        />
      </div>
      <div className="-my-2 -mr-2.5 ml-auto flex">
        <Button
          variant="quiet"
          size="small"
          aria-label={t('secondFactor.passkeys.renameNamed', { name })}
          onClick={onRename}
        >
          {t('secondFactor.passkeys.rename')}
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={t('secondFactor.remove.named', { name })}
          onClick={onRemove}
        >
          {t('secondFactor.remove.submit')}
        </Button>
      </div>
    </li>
  );
}

interface AboutPasskey {
  readonly own: Passkeys;
  readonly passkey: Passkey;
}

function RenameDialog({ own: { changing, ask, rename }, passkey }: AboutPasskey) {
  const { t } = useTranslation();
  const form = useForm({ deviceName: passkey.name }, () => ({}));
  const { busy, error } = changing;
  return (
    <Dialog
      title={t('secondFactor.passkeys.renameTitle')}
      description={t('secondFactor.passkeys.renameText')}
      onClose={() => ask(undefined)}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.submitTo(({ deviceName }) => rename(passkey, deviceName))}
      >
        <TextField
          {...form.field('deviceName')}
          label={t('secondFactor.passkeys.name')}
          error={error === undefined ? undefined : toText(error, t)}
          autoComplete="off"
          maxLength={longestName}
        />
        <DialogActions>
          <Button onClick={() => ask(undefined)}>{t('dialog.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('secondFactor.passkeys.renameSubmit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ own: { changing, ask, remove }, passkey }: AboutPasskey) {
  const { t } = useTranslation();
  const { email } = useAccount();
  const name = usePasskeyName()(passkey);
  const { busy, error } = changing;
  return (
    <ConfirmDialog
      title={t('secondFactor.remove.title', { name })}
      confirm={t('secondFactor.remove.submit')}
      busy={busy}
      problem={error === undefined ? undefined : toText(error, t)}
      onConfirm={() => void remove(passkey)}
      onCancel={() => ask(undefined)}
    >
      {t('secondFactor.passkeys.removeText', { email })}
    </ConfirmDialog>
  );
}
