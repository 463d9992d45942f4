import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

interface PasskeyButtonProps {
  readonly busy: boolean;
  readonly onClick: () => void;
}

export function PasskeyButton({ busy, onClick }: PasskeyButtonProps) {
  const { t } = useTranslation();
  return (
    <Button size="wide" busy={busy} onClick={onClick}>
      {t('auth.passkey.signIn')}
    </Button>
  );
}
