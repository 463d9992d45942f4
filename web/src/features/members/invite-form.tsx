import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/is-refused.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { InviteProblem } from './invite-problem.tsx';
import { PermissionChoice } from './permission-choice.tsx';
import { useConfiguredKeys } from './use-configured-keys.ts';
import { type SentInvite, useCreateInvite } from './use-create-invite.ts';

interface InviteFormProps {
  /** The field takes the focus where the form comes up again. */
  readonly isNext: boolean;
  readonly onSent: (invite: SentInvite) => void;
}

/** Keeps what was entered when inviting fails. */
export function InviteForm({ isNext, onSent }: InviteFormProps) {
  const { t } = useTranslation();
  const { status } = useCurrentSubscription().subscription;
  const configuredKeys = useConfiguredKeys();
  const { busy, error, send } = useCreateInvite(onSent);
  const { register, control, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { email: '', permissions: configuredKeys([]) },
  });
  const email = register('email', {
    setValueAs: (text: string) => text.trim(),
    validate: (text) => text.trim() !== '' || t('invites.emailMissing'),
  });
  const isCanceled = status === 'canceled';
  const isBadAddress = isRefused(error, 'auth/invalid-email');
  const badAddress = isBadAddress ? toText(error, t) : undefined;

  useEffect(() => {
    if (isNext || isBadAddress) {
      setFocus('email');
    }
  }, [isNext, isBadAddress, setFocus]);

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
      className="grid max-w-[480px] gap-5"
    >
      {isCanceled && <Notice tone="warn">{t('invites.canceledHint')}</Notice>}
      <InviteProblem error={error} />
      <TextField
        {...email}
        type="email"
        label={t('invites.email')}
        error={formState.errors.email?.message ?? badAddress}
        autoComplete="off"
        required
      />
      <Controller
        control={control}
        name="permissions"
        render={({ field }) => <PermissionChoice value={field.value} onChange={field.onChange} />}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy} off={isCanceled}>
          {t('invites.submit')}
        </Button>
      </div>
    </form>
  );
}
