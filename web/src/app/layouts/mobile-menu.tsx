import '../../shared/ui/style-nonce.ts';
import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FlameLogo } from '../../shared/ui/flame-logo.tsx';
import type { SidebarEntry } from './sidebar-entry.ts';
import { SidebarLinks } from './sidebar-links.tsx';

const iconButton =
  'grid size-[38px] shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink';

interface MobileMenuProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
}

/** The sidebar of narrow windows: a drawer that keeps the focus and closes on Esc. */
export function MobileMenu({ home, entries }: MobileMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={t('layout.openMenu')} className={`${iconButton} -ml-2 md:hidden`}>
        <MenuIcon aria-hidden="true" className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 grid w-64 max-w-[calc(100vw-56px)] animate-slide content-start gap-2 overflow-y-auto border-r border-line bg-surface px-3 pb-4 shadow-pop md:hidden"
        >
          <div className="flex h-14 items-center justify-between pl-2">
            <FlameLogo />
            <Dialog.Title className="sr-only">{t('layout.mainNavigation')}</Dialog.Title>
            <Dialog.Close aria-label={t('layout.closeMenu')} className={iconButton}>
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label={t('layout.mainNavigation')}>
            <SidebarLinks home={home} entries={entries} onFollow={() => setOpen(false)} />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
