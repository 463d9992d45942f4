import { update } from '@hearth/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { meetsPolicy } from '../../shared/password/password-policy.ts';
import { PasswordRules } from '../../shared/password/password-rules.tsx';
import { usePasswordPolicy } from '../../shared/password/use-password-policy.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { AccountForm, ChangeNotice, useAccountChange } from './account-form.tsx';

export function ChangePasswordPage() {
  const { t } = useTranslation();
  const { email, signInMethods } = useAccount();
  // Fixed while the page is open: saving makes a first password one that is changed.
  const [words] = useState<'changePassword' | 'setPassword'>(() =>
    signInMethods.includes('password') ? 'changePassword' : 'setPassword',
  );
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const passwordPolicy = usePasswordPolicy();
  const { change, save } = useChangePassword();
  const form = useForm({ password: '', confirmation: '' }, ({ password, confirmation }) => ({
    password:
      (password === '' && t('account.changePassword.missing')) ||
      (!meetsPolicy(password, passwordPolicy) && t('auth.passwordRules.broken')),
    confirmation:
      (confirmation === '' && t('account.changePassword.missingConfirmation')) ||
      (confirmation !== password && t('account.errors.passwordMismatch')),
  }));

  return (
    <>
      <AccountForm
        title={t(`account.${words}.title`)}
        sub={t(`account.${words}.sub`)}
        submit={t(`account.${words}.submit`)}
        busy={change.busy}
        off={change.saved}
        onSubmit={form.submitTo(({ password }) => save(password, dropped))}
      >
        <ChangeNotice
          change={change}
          saved={t(
            `account.success.${words === 'setPassword' ? 'passwordSet' : 'passwordUpdated'}`,
          )}
          failed={t('account.errors.passwordUpdateError')}
        />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label={t('account.changePassword.next')}
          hint={<PasswordRules password={form.values.password} />}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.field('confirmation')}
          label={t('account.changePassword.confirmation')}
          autoComplete="new-password"
          required
        />
        <KeptSignIns dropped={dropped} onChange={setDropped} />
      </AccountForm>
      {change.dialog}
    </>
  );
}

interface KeptSignInsProps {
  /** Ids of the providers that are to be unlinked. */
  readonly dropped: readonly string[];
  readonly onChange: (dropped: readonly string[]) => void;
}

/** A box for each linked provider, which opens the account beside the password unless it is unticked. */
function KeptSignIns({ dropped, onChange }: KeptSignInsProps) {
  const { t } = useTranslation();
  const { linkedProviders } = useAccount();
  const nameOf = useProviderName();
  const hintId = useId();

  function toggle(id: string) {
    onChange(dropped.includes(id) ? dropped.filter((one) => one !== id) : [...dropped, id]);
  }

  if (linkedProviders.length === 0) {
    return null;
  }
  return (
    <fieldset aria-describedby={hintId} className="grid gap-1.5">
      <legend className="mb-1.5 text-label font-label">{t('account.keptSignIns.title')}</legend>
      {linkedProviders.map(({ id, email }) => (
        <label key={id} className="flex min-h-[38px] items-start gap-3 py-1.5">
          <input
            type="checkbox"
            checked={!dropped.includes(id)}
            onChange={() => toggle(id)}
            className="mt-0.5 size-[18px] shrink-0 accent-accent"
          />
          <span className="grid min-w-0 flex-1">
            {nameOf(id)}
            {email && <span className="text-small break-all text-ink-2">{email}</span>}
          </span>
        </label>
      ))}
      <p id={hintId} className="text-small leading-paragraph text-ink-2">
        {t('account.keptSignIns.hint')}
      </p>
    </fieldset>
  );
}

/** Sets the password and unlinks what is dropped with it; every other session ends, and this one goes on with new tokens. */
function useChangePassword() {
  const api = useApi();
  const navigate = useNavigate();
  const { takeOver, reload } = useSession();
  const { shortMs } = useConfig().redirectDelays;
  const change = useAccountChange({
    pauseMs: shortMs,
    goOn: () => void navigate(paths.profile),
  });

  function save(password: string, dropped: readonly string[]) {
    return change.send(async () => {
      const input = {
        password,
        returnSecureToken: true,
        ...(dropped.length > 0 && { deleteProvider: [...dropped] }),
      };
      const { localId, idToken, expiresIn } = await api.call(update, input, {
        renewsSession: true,
      });
      if (idToken !== undefined && expiresIn !== undefined) {
        takeOver({ localId, idToken, expiresIn });
      }
      // The password is set even if this fails; the next read shows the ways to sign in.
      await reload().catch(() => undefined);
    });
  }

  return { change, save };
}
