import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../api/is-refused.ts';
import { toText } from '../i18n/index.ts';
import { useAccount, useSession } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';

interface PasswordAgainFormProps {
  readonly onSignedIn: () => void;
  readonly onCancel: () => void;
}

/** Takes the password of whoever is signed in, and opens their session anew. */
export function PasswordAgainForm({ onSignedIn, onCancel }: PasswordAgainFormProps) {
  const { t } = useTranslation();
  const { signIn } = useSession();
  const { email } = useAccount();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  });

  async function signInAgain(password: string) {
    try {
      await signIn({ email, password });
      onSignedIn();
    } catch (error) {
      const isWrong = isRefused(error, 'auth/invalid-credential');
      const message = isWrong ? t('dialog.signInAgain.wrongPassword') : toText(error, t);
      setError('password', { message }, { shouldFocus: true });
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(({ password }) => signInAgain(password))(event)}
      className="grid gap-5"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register('password', {
          validate: (text) => text !== '' || t('auth.missing.password'),
        })}
        label={t('auth.password')}
        error={formState.errors.password?.message}
        autoComplete="current-password"
        required
      />
      <DialogActions>
        <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          {t('dialog.signInAgain.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
