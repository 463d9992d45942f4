import { type Language, languages } from '@hearth/contract';
import Globe from 'lucide-react/icons/globe';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../theme/use-appearance.ts';
import { classNames } from './class-names.ts';

/** Each language in its own words, so that the people who need it can read it. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' };

interface LanguageSelectProps {
  /** On a phone only the globe is shown. */
  readonly compact?: boolean;
}

export function LanguageSelect({ compact = false }: LanguageSelectProps) {
  const { t } = useTranslation();
  const { language: current, chooseLanguage } = useAppearance();
  const id = useId();

  async function handleChange(chosen: string) {
    const language = languages.find((each) => each === chosen);
    if (language) {
      await chooseLanguage(language);
    }
  }

  return (
    <div className="relative text-ink-2 hover:text-ink">
      <label htmlFor={id} className="sr-only">
        {t('layout.language')}
      </label>
      <Globe
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-[18px] -translate-y-1/2"
      />
      <select
        id={id}
        value={current}
        onChange={(event) => void handleChange(event.target.value)}
        className={classNames(
          'h-[38px] appearance-none rounded-control bg-transparent pr-2.5 pl-9 text-small font-label hover:bg-sunken [&>option]:bg-surface [&>option]:text-ink',
          compact && 'max-sm:w-[38px] max-sm:pr-0 max-sm:text-transparent',
        )}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
