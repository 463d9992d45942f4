import Globe from 'lucide-react/icons/globe';
import { type ComponentType, type SVGProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../theme/use-appearance.ts';
import { classNames } from './class-names.ts';

interface LanguageSelectProps {
  /** On a phone only the globe is shown. */
  readonly compact?: boolean;
}

export function LanguageSelect({ compact = false }: LanguageSelectProps) {
  const { t } = useTranslation();
  const { language, languages, chooseLanguage } = useAppearance();

  return (
    <IconSelect
      Icon={Globe}
      label={t('layout.language')}
      value={language}
      options={languages}
      compact={compact}
      onChoose={(chosen) => void chooseLanguage(chosen)}
    />
  );
}

interface IconSelectProps<Value extends string> {
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** For screen readers; the icon says it to all others. */
  readonly label: string;
  readonly value: Value;
  /** Words for each value. */
  readonly options: Readonly<Record<Value, string>>;
  /** On a phone only the icon is shown. */
  readonly compact?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, for the whole interface: its language or its theme. */
export function IconSelect<Value extends string>(props: IconSelectProps<Value>) {
  const { Icon, label, value, options, compact = false, onChoose } = props;
  const { languages } = useAppearance();
  const id = useId();

  return (
    <div className="relative text-ink-2 hover:text-ink">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Icon
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-[18px] -translate-y-1/2"
      />
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.target.value as Value)}
        className={classNames(
          'h-[38px] appearance-none rounded-control bg-transparent pr-2.5 pl-9 text-small font-label hover:bg-sunken [&>option]:bg-surface [&>option]:text-ink',
          compact && 'max-sm:w-[38px] max-sm:pr-0 max-sm:text-transparent',
        )}
      >
        {Object.entries<string>(options).map(([each, words]) => (
          <option key={each} value={each} lang={each in languages ? each : undefined}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
