import { useTranslation } from 'react-i18next';
import { Brand } from '../../shared/brand/brand.tsx';
import { paths } from '../../shared/paths.ts';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Toaster } from '../../shared/ui/toaster.tsx';
import { Buttons, Links, Menus } from './ui/buttons.tsx';
import { Charts } from './ui/charts.tsx';
import { Fields } from './ui/fields.tsx';
import { Marks } from './ui/marks.tsx';
import { Drawings, Messages, Toasts } from './ui/messages.tsx';
import { Surfaces } from './ui/surfaces.tsx';
import { Tables } from './ui/tables.tsx';

/** Every primitive in every state, for those who build and those who look. Local mode only. */
export function UiPage() {
  const { t } = useTranslation();
  return (
    <>
      <header className="flex h-14 items-center justify-between gap-3 border-b border-line bg-surface px-3.5 sm:px-5">
        <Brand to={paths.home} />
        <LanguageSelect compact />
      </header>
      <main className="mx-auto grid max-w-[1120px] grid-cols-1 content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-7">
        <PageHeader title={t('ui.title')} sub={t('ui.sub')} />
        <Buttons />
        <Links />
        <Menus />
        <Marks />
        <Charts />
        <Fields />
        <Surfaces />
        <Tables />
        <Messages />
        <Toasts />
        <Drawings />
      </main>
      <Toaster />
    </>
  );
}
