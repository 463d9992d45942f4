import SunMoon from 'lucide-react/icons/sun-moon';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Brand } from '../../shared/brand/brand.tsx';
import { BrandLinks, FootLink } from '../../shared/brand/brand-links.tsx';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { repeatEarlyPresses } from '../../shared/early-presses.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { useAppearance } from '../../shared/theme/use-appearance.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { IconSelect, LanguageSelect } from '../../shared/ui/language-select.tsx';

/** Look of a title. Chinese breaks at its punctuation here, not within words. */
export const largeTitle = 'text-[2rem]/[2.375rem] break-keep sm:text-[2.75rem]/[3.125rem]';

const width = 'mx-auto w-full max-w-[1088px] px-4 sm:px-6';

/** Head and foot of the pages about the product. */
export function FrontFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  // The chosen period and currency are in the query.
  const { search } = useLocation();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (page.current) {
      void repeatEarlyPresses(page.current);
    }
  }, []);
  return (
    <div ref={page} className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr_auto]">
      <a href="#content" className="skip-link">
        {t('layout.skip')}
      </a>
      <header
        className={classNames(width, 'flex h-[60px] items-center gap-1 sm:h-[72px] sm:gap-2')}
      >
        <div className="flex min-w-0 flex-1">
          <Brand large to={paths.home} />
        </div>
        <Link
          to={paths.pricing + search}
          className={classNames(buttonStyle({ variant: 'quiet' }), 'max-sm:hidden')}
        >
          {t('front.plans')}
        </Link>
        <LanguageSelect compact />
        <Entrance />
      </header>
      <main id="content" tabIndex={-1} className={width}>
        {children}
      </main>
      <Foot />
    </div>
  );
}

function Entrance() {
  const { t } = useTranslation();
  const { account } = useSession();
  const { signUp } = useConfig();

  if (account) {
    return (
      <Link to={paths.dashboard} className={buttonStyle({})}>
        {t('front.toProjects')}
      </Link>
    );
  }
  return (
    <>
      <Link to={paths.signIn} className={buttonStyle({ variant: 'quiet' })}>
        {t('auth.signIn.submit')}
      </Link>
      {signUp !== 'closed' && (
        <Link to={paths.signUp} className={classNames(buttonStyle({}), 'max-sm:hidden')}>
          {t('auth.signUp.submit')}
        </Link>
      )}
    </>
  );
}

function Foot() {
  const configuredText = useConfiguredText();
  const { productName, front } = useConfig();
  return (
    <footer className="border-t border-line">
      <div
        className={classNames(
          width,
          'flex flex-wrap items-center gap-x-5 gap-y-1 pt-5 pb-7 text-small text-ink-2',
        )}
      >
        <span className="min-w-0">
          © {new Date().getFullYear()} {productName}
        </span>
        {front.links.map(({ labelKey, url }) => (
          <FootLink key={labelKey} url={url} text={configuredText(labelKey)} />
        ))}
        <BrandLinks besides={front.links.map(({ url }) => url)} />
        <div className="-ml-2.5 sm:ml-auto">
          <ThemeSelect />
        </div>
      </div>
    </footer>
  );
}

function ThemeSelect() {
  const { t } = useTranslation();
  const { theme, chooseTheme } = useAppearance();
  return (
    <IconSelect
      Icon={SunMoon}
      label={t('front.theme')}
      value={theme}
      options={{
        system: t('front.themes.system'),
        light: t('front.themes.light'),
        dark: t('front.themes.dark'),
      }}
      onChoose={chooseTheme}
    />
  );
}
