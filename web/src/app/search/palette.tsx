import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { KeyCap, keyStyle } from '../../shared/ui/key-cap.tsx';
import { shortcut } from '../layouts/open-search.ts';
import { ChoiceBox } from './choice-box.tsx';
import { Modal } from './modal.tsx';
import { usePaletteChoices } from './use-palette-choices.tsx';

/** Finds projects, people, pages and actions, and leads there. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();

  return (
    <Modal
      label={t('shell.search')}
      onClose={onClose}
      className="mx-auto mt-2 w-[560px] max-w-[calc(100vw-16px)] animate-appear overflow-hidden rounded-card border border-line bg-surface text-ink shadow-pop backdrop:animate-fade backdrop:bg-scrim open:grid max-h-[min(560px,calc(100dvh-16px))] grid-rows-[auto_minmax(0,1fr)] sm:mt-[12vh] sm:max-h-[min(560px,76dvh)]"
    >
      <ChoiceBox
        label={t('shell.palette.placeholder')}
        choices={usePaletteChoices()}
        none={(text) => t('shell.palette.none', { text })}
        before={<Search aria-hidden="true" className="size-[18px] shrink-0" />}
        after={
          <button
            type="button"
            aria-label={t('shell.palette.close')}
            onClick={onClose}
            className={`${keyStyle} grid h-7 min-w-9 place-items-center hover:bg-sunken`}
          >
            <span className="max-sm:hidden">esc</span>
            <X aria-hidden="true" className="size-4 sm:hidden" />
          </button>
        }
        rowClass="flex items-center gap-3 border-b border-line px-4 py-2.5"
        inputClass="h-[38px] min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3"
        onClose={onClose}
      />
      <div
        aria-hidden="true"
        className="flex gap-4 border-t border-line px-4 py-2.5 text-small text-ink-2 max-sm:hidden"
      >
        <span className="flex items-center gap-1.5">
          <KeyCap keys="↑" />
          <KeyCap keys="↓" />
          {t('shell.palette.move')}
        </span>
        <span className="flex items-center gap-1.5">
          <KeyCap keys="↵" />
          {t('shell.palette.open')}
        </span>
        <span className="flex items-center gap-1.5">
          <KeyCap keys={shortcut} />
          {t('shell.palette.closeHint')}
        </span>
      </div>
    </Modal>
  );
}
