import type { PublicPlan } from '@hearth/contract';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';

interface LimitListProps {
  /** Limits of a plan in the product on Hearth, by name. */
  readonly limits: PublicPlan['limits'];
  /** How much of each the project uses. */
  readonly used?: Readonly<Record<string, number>> | undefined;
  /** Whether the project is on the plan; of another plan only what would be too much is said. */
  readonly current?: boolean;
}

/** Limits of a plan in words; nothing if the product limits nothing. */
export function LimitList({ limits = {}, used = {}, current = false }: LimitListProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();

  function toLine(name: string, most: number | boolean | null): string {
    const label = configuredText(`limits.${name}`);
    const count = used[name];
    if (typeof most === 'boolean') {
      return label;
    }
    if (most === null) {
      return t('price.limits.none', { name: label });
    }
    if (count !== undefined && count > most) {
      return t('price.limits.over', { name: label, used: count, most });
    }
    return current && count !== undefined
      ? t('price.limits.used', { name: label, used: count, most })
      : t('price.limits.most', { name: label, most });
  }

  const shown = Object.entries(limits).filter(([, most]) => most !== false);
  return (
    shown.length > 0 && (
      <ul className="grid gap-2 pt-2 text-label leading-[22px] text-ink-2 tabular-nums">
        {shown.map(([name, most]) => (
          <li key={name} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-good" />
            {toLine(name, most)}
          </li>
        ))}
      </ul>
    )
  );
}
