import { useTranslation } from 'react-i18next';
import { useApi } from '../api/index.ts';
import { useChange } from '../api/use-change.ts';
import { toText } from '../i18n/index.ts';
import { useAccount, useSession } from '../session/index.ts';
import { Notice } from '../ui/notice.tsx';
import { askForPasskey, openByPasskey } from './ask-device.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** Proves the signed-in person again by one of their passkeys. */
export function PasskeyAgain({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const { uid } = useAccount();
  const { takeOver } = useSession();
  const { busy, error, run } = useChange();

  const press = () =>
    run(async () => {
      const chosen = await askForPasskey(api);
      if (chosen) {
        takeOver(await openByPasskey(api, chosen, uid));
        onSignedIn();
      }
    });

  return (
    <div className="grid gap-3">
      {error !== undefined && <Notice tone="bad">{toText(error, t)}</Notice>}
      <PasskeyButton busy={busy} onClick={() => void press()} />
    </div>
  );
}
