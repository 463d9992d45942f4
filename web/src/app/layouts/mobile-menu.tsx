import '../../shared/ui/style-nonce.ts';
import { themes } from '@hearth/contract';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../shared/brand/brand.tsx';
import { offeredLanguages } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAppearance } from '../../shared/theme/use-appearance.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { isOwed, useProjects } from '../search/use-projects.ts';
import { MobileMenuProject } from './mobile-menu-project.tsx';
import { type SidebarEntry, SidebarLinks } from './sidebar-links.tsx';
import { useSignOut } from './use-sign-out.ts';

interface MobileMenuProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
  readonly onClose: () => void;
}

/** The sidebar of narrow windows: a drawer that keeps the focus and closes on Esc. */
export function MobileMenu({ home, entries, onClose }: MobileMenuProps) {
  const { t } = useTranslation();
  const owed = useProjects()?.filter(isOwed).length ?? 0;
  const badge = owed > 0 ? t('shell.toPay', { count: owed }) : undefined;
  const profile = { to: paths.profile, label: t('layout.profile'), Icon: UserRound };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-y-0 left-0 z-50 grid w-[min(320px,86vw)] animate-slide grid-rows-[auto_1fr_auto] gap-2 overflow-y-auto border-r border-line bg-surface px-3 pb-4 shadow-pop md:hidden"
        >
          <div className="flex h-14 items-center justify-between pl-2">
            <Logo />
            <Dialog.Title className="sr-only">{t('layout.mainNavigation')}</Dialog.Title>
            <Dialog.Close
              aria-label={t('layout.closeMenu')}
              className="grid size-[38px] shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label={t('layout.mainNavigation')} className="[&_a]:h-[46px] [&_a]:text-body">
            <MobileMenuProject onClose={onClose} />
            <SidebarLinks home={{ ...home, badge }} entries={entries} onFollow={onClose} />
            <div className="mt-2.5 border-t border-line pt-2.5">
              <SidebarLinks home={profile} entries={[]} onFollow={onClose} />
            </div>
          </nav>
          <Appearance />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Theme, language and the way out, which a narrow top bar has no room for. */
function Appearance() {
  const { t } = useTranslation();
  const { theme, language, chooseTheme, chooseLanguage } = useAppearance();
  const signOut = useSignOut();
  return (
    <div className="grid gap-2.5 px-2 pt-4">
      <Segmented
        label={t('shell.theme')}
        options={themes.map((value) => ({ value, label: t(`shell.themes.${value}`) }))}
        value={theme}
        onChange={chooseTheme}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label={t('layout.language')}
          options={Object.entries(offeredLanguages()).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(next) => void chooseLanguage(next)}
        />
        <Button variant="quiet" size="small" onClick={signOut}>
          {t('layout.signOut')}
        </Button>
      </div>
    </div>
  );
}
