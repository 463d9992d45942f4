import '../../shared/ui/style-nonce.ts';
import X from 'lucide-react/icons/x';
import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { FlameLogo } from '../../shared/ui/brand.tsx';
import { type SidebarEntry, SidebarLinks } from './sidebar-links.tsx';

interface MobileMenuProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
  readonly onClose: () => void;
}

/** The sidebar of narrow windows: a drawer that keeps the focus and closes on Esc. */
export function MobileMenu({ home, entries, onClose }: MobileMenuProps) {
  const { t } = useTranslation();

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-y-0 left-0 z-50 grid w-64 max-w-[calc(100vw-56px)] animate-slide content-start gap-2 overflow-y-auto border-r border-line bg-surface px-3 pb-4 shadow-pop md:hidden"
        >
          <div className="flex h-14 items-center justify-between pl-2">
            <FlameLogo />
            <Dialog.Title className="sr-only">{t('layout.mainNavigation')}</Dialog.Title>
            <Dialog.Close
              aria-label={t('layout.closeMenu')}
              className="grid size-[38px] shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label={t('layout.mainNavigation')}>
            <SidebarLinks home={home} entries={entries} onFollow={onClose} />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
