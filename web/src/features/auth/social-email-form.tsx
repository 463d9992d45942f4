import { signInWithIdp } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';

interface SocialEmailFormProps {
  readonly providerId: string;
  readonly pendingToken: string;
}

/** For people whose provider gave no address: it is named here and proven by a mailed link. */
export function SocialEmailForm({ providerId, pendingToken }: SocialEmailFormProps) {
  const { t } = useTranslation();
  const api = useApi();
  const provider = useProviderName()(providerId);
  const [sentTo, setSentTo] = useState<string>();
  const form = useAuthForm(async ({ email = '' }) => {
    await api.call(
      signInWithIdp,
      { pendingToken, email },
      { withoutSession: true, renewsSession: true },
    );
    setSentTo(email.trim());
  });

  if (sentTo !== undefined) {
    return (
      <Notice tone="good" title={t('auth.social.emailSentTitle')}>
        {t('auth.social.emailSent', { email: sentTo })}
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={form.handleSubmit} className="grid gap-4">
      <Notice tone="info" title={t('auth.social.emailTitle')}>
        {t('auth.social.emailText', { provider })}
      </Notice>
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <TextField
        name="email"
        type="email"
        label={t('auth.social.email')}
        error={form.fieldErrors.email}
        autoComplete="email"
        required
      />
      <Button type="submit" variant="primary" size="wide" busy={form.busy}>
        {t('auth.social.sendLink')}
      </Button>
    </form>
  );
}
