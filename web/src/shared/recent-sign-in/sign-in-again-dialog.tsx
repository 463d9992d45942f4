import { socialProviderIds } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../config/index.ts';
import { useAccount } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { PasswordAgainForm } from './password-again-form.tsx';
import { ProviderAgain } from './provider-again.tsx';

interface SignInAgainDialogProps {
  readonly onSignedIn: () => void;
  readonly onCancel: () => void;
}

/** Asks whoever is signed in to sign in again, in one of the account's own ways. */
export function SignInAgainDialog({ onSignedIn, onCancel }: SignInAgainDialogProps) {
  const { t } = useTranslation();
  const { email, signInMethods } = useAccount();
  const { socialProviders } = useConfig();
  const providers = socialProviders.filter((name) =>
    signInMethods.includes(socialProviderIds[name]),
  );
  const hasPassword = signInMethods.includes('password');

  return (
    <Dialog
      title={t('dialog.signInAgain.title')}
      description={
        hasPassword
          ? t('dialog.signInAgain.text', { email })
          : t('dialog.signInAgain.textWithoutPassword', { email })
      }
      onClose={onCancel}
    >
      <div className="grid grid-cols-1 gap-5">
        {hasPassword && <PasswordAgainForm onSignedIn={onSignedIn} onCancel={onCancel} />}
        {providers.length > 0 && <ProviderAgain providers={providers} onSignedIn={onSignedIn} />}
        {!hasPassword && (
          <DialogActions>
            <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
          </DialogActions>
        )}
      </div>
    </Dialog>
  );
}
