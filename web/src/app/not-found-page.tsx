import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../shared/brand/brand.tsx';
import { paths } from '../shared/paths.ts';
import { useSession } from '../shared/session/index.ts';
import { Button } from '../shared/ui/button.tsx';
import { ButtonLink } from '../shared/ui/button-link.tsx';
import { Drawing } from '../shared/ui/drawing.tsx';
import { KeyCap } from '../shared/ui/key-cap.tsx';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { PageTitle, usePageTitle } from '../shared/ui/page-title.tsx';
import { OpenSearch, shortcut } from './layouts/open-search.ts';
import { StopInside } from './layouts/stop-inside.tsx';

/** Visitors see it alone; signed-in people see it inside the frame of the other screens. */
export function NotFoundPage() {
  return useSession().status === 'signed-in' ? <LostInside /> : <LostOutside />;
}

function LostInside() {
  const { t } = useTranslation();
  const openSearch = useContext(OpenSearch);

  return (
    <StopInside title={t('shell.lost.title')} text={t('shell.lost.text')}>
      <ButtonLink to={paths.dashboard} variant="primary">
        {t('shell.lost.home')}
      </ButtonLink>
      <Button onClick={openSearch}>
        {t('shell.lost.search')}
        <KeyCap keys={shortcut} className="max-sm:hidden" />
      </Button>
    </StopInside>
  );
}

function LostOutside() {
  const { t } = useTranslation();
  usePageTitle(t('layout.notFound.title'));

  return (
    <div className="glow grid min-h-dvh grid-rows-[1fr_auto] px-4">
      <div className="grid content-center justify-items-center gap-8 py-10">
        <header>
          <Brand large to={paths.home} />
        </header>
        <main className="grid max-w-[44ch] justify-items-center gap-5 text-center">
          <Drawing name="cold" />
          <div className="grid justify-items-center gap-1">
            <PageTitle>{t('layout.notFound.title')}</PageTitle>
            <p className="text-ink-2">{t('layout.notFound.text')}</p>
          </div>
          <ButtonLink to={paths.home} variant="primary">
            {t('layout.notFound.home')}
          </ButtonLink>
        </main>
      </div>
      <footer className="flex justify-center pb-6">
        <LanguageSelect />
      </footer>
    </div>
  );
}
