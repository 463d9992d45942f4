import { useTranslation } from 'react-i18next';
import { isPassing } from '../api-error.ts';
import { loadWordsFor, toText } from '../i18n/index.ts';
import { notify } from '../ui/toasts.ts';

interface Undoing {
  /** More about what has happened. */
  readonly detail?: string | undefined;
  readonly undo: () => Promise<unknown>;
  /** Sentence once it is undone. */
  readonly undone: string;
  readonly refresh: () => Promise<unknown>;
}

/**
 * Tells what has happened and offers to undo it. The offer outlives the page that made the change, so its
 * failure is a message and not part of a page.
 */
export function useUndo() {
  const { t } = useTranslation();

  return (sentence: string, { detail, undo, undone, refresh }: Undoing) => {
    async function takeBack() {
      try {
        await undo();
        notify.success(undone);
      } catch (error) {
        await loadWordsFor(error).catch(() => undefined);
        notify.failure(t('layout.undoError'), toText(error, t));
        if (isPassing(error)) {
          throw error;
        }
      } finally {
        void refresh();
      }
    }
    notify.undoable(sentence, { detail, onUndo: takeBack });
  };
}
