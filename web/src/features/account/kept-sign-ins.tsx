import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';

interface KeptSignInsProps {
  /** Ids of the providers that are to be unlinked. */
  readonly dropped: readonly string[];
  readonly onChange: (dropped: readonly string[]) => void;
}

/** A box for each linked provider, which opens the account beside the password unless it is unticked. */
export function KeptSignIns({ dropped, onChange }: KeptSignInsProps) {
  const { t } = useTranslation();
  const { linkedProviders } = useAccount();
  const nameOf = useProviderName();
  const hintId = useId();

  function toggle(id: string) {
    onChange(dropped.includes(id) ? dropped.filter((one) => one !== id) : [...dropped, id]);
  }

  if (linkedProviders.length === 0) {
    return null;
  }
  return (
    <fieldset aria-describedby={hintId} className="grid gap-1.5">
      <legend className="mb-1.5 text-label font-label">{t('account.keptSignIns.title')}</legend>
      {linkedProviders.map(({ id, email }) => (
        <label key={id} className="flex min-h-[38px] items-start gap-3 py-1.5">
          <input
            type="checkbox"
            checked={!dropped.includes(id)}
            onChange={() => toggle(id)}
            className="mt-0.5 size-[18px] shrink-0 accent-accent"
          />
          <span className="grid min-w-0 flex-1">
            {nameOf(id)}
            {email && <span className="text-small break-all text-ink-2">{email}</span>}
          </span>
        </label>
      ))}
      <p id={hintId} className="text-small leading-paragraph text-ink-2">
        {t('account.keptSignIns.hint')}
      </p>
    </fieldset>
  );
}
