import { type Language, type Theme, updateUser } from '@hearth/contract';
import { useApi } from '../api/index.ts';
import { changeLanguage, languageChoice, offeredLanguages, useLanguage } from '../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { showTheme, useTheme } from './theme.ts';

/** Theme and language: shown immediately, and kept on the account of the person who is signed in. */
export function useAppearance() {
  const api = useApi();
  const { account } = useSession();
  const theme = useTheme();
  const language = useLanguage();

  function keep(
    choice: { readonly theme: Theme } | { readonly language: Language },
    onKept?: () => void,
  ) {
    if (account) {
      // The screen does not wait. If this is lost, the next choice or sign-in makes up for it.
      api.call(updateUser, { uid: account.uid, ...choice }).then(onKept, () => undefined);
    }
  }

  return {
    theme,
    language,
    languages: offeredLanguages(),
    chooseTheme(next: Theme) {
      showTheme(next);
      keep({ theme: next });
    },
    async chooseLanguage(next: Language) {
      await changeLanguage(next);
      languageChoice.note(next);
      keep({ language: next }, languageChoice.forget);
    },
  };
}
