import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { Brand } from '../../shared/brand/brand.tsx';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';

/** Few operators name such pages, so their links are loaded only if they do. */
const BrandFoot = lazy(async () => ({
  default: (await import('../../shared/brand/brand-links.tsx')).BrandFoot,
}));

/** One card in the middle; loads neither menus nor forms of the signed-in screens. */
export function PublicLayout() {
  const { landing, brand } = useConfig();
  return (
    <div className="glow grid min-h-dvh grid-rows-[1fr_auto] px-4">
      <div className="grid content-start justify-items-center gap-[22px] pt-[clamp(1.5rem,11dvh,7rem)] pb-6">
        <header>
          <Brand large to={landing ? paths.home : paths.signIn} />
        </header>
        <main className="grid w-full justify-items-center gap-[22px]">
          <Outlet />
        </main>
      </div>
      <footer className="flex flex-wrap justify-center pb-6">
        <LanguageSelect />
        <Suspense>{brand && <BrandFoot />}</Suspense>
      </footer>
    </div>
  );
}
