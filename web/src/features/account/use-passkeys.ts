import { removePasskey, renamePasskey } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useDeviceText } from '../../shared/device/use-device-text.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { type SignInMethods, signInMethodsKey } from './use-sign-in-methods.ts';

export type Passkey = SignInMethods['passkeys'][number];

/** Passkey that is to be renamed or removed, while the dialog asks. */
interface Target {
  readonly passkey: Passkey;
  readonly purpose: 'rename' | 'remove';
}

/** Adds, renames and removes one's own passkeys. */
export function usePasskeys() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const refresh = () => queries.invalidateQueries({ queryKey: signInMethodsKey(uid) });
  const adding = useChange();
  const changing = useChange({ refresh });
  const [target, setTarget] = useState<Target>();
  const nameOf = usePasskeyName();

  function ask(about: Target | undefined) {
    changing.forgetError();
    setTarget(about);
  }

  async function done(said: string) {
    notify.success(said);
    setTarget(undefined);
    await refresh();
  }

  const add = () =>
    adding.run(async () => {
      const { addPasskey } = await import('../../shared/passkey/ask-device.ts');
      if (await withRecentSignIn(() => addPasskey(api))) {
        await done(t('secondFactor.passkeys.added'));
      }
    });

  const rename = ({ id }: Passkey, name: string) =>
    changing.run(async () => {
      await api.call(renamePasskey, { id, name });
      await done(t('secondFactor.passkeys.renamed'));
    });

  const remove = (passkey: Passkey) =>
    changing.run(async () => {
      await withRecentSignIn(() => api.call(removePasskey, { id: passkey.id }));
      await done(t('secondFactor.remove.done', { name: nameOf(passkey) }));
    });

  return { adding, changing, target, ask, add, rename, remove, dialog };
}

export type Passkeys = ReturnType<typeof usePasskeys>;

/** A passkey as the person or its program calls it, else by the device that it was added on. */
export function usePasskeyName(): (passkey: Passkey) => string {
  const { t } = useTranslation();
  const deviceText = useDeviceText();
  return ({ name, user_agent: userAgent }) =>
    name || t('secondFactor.passkeys.unnamed', { device: deviceText(userAgent) });
}
