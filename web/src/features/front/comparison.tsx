import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { formatCount } from '../../shared/i18n/format.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { useOfferedPlans } from './offers.ts';
import { type Cell, compareFeatures, compareLimits } from './plan-rows.ts';
import { useFrontPartsWords } from './use-front-parts-words.ts';

/** All plans side by side, from the limits and features that the configuration names. */
export function Comparison() {
  useFrontPartsWords();
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const plans = useOfferedPlans();
  if (plans.length < 2) {
    return null;
  }
  const rows = [
    { label: t('frontParts.comparison.people'), cells: plans.map(({ seats }) => seats) },
    ...compareLimits(plans, configuredText),
    ...compareFeatures(plans, configuredText),
  ];

  return (
    <div className="grid min-w-0 gap-4 pt-8">
      <h3 id="comparison" className="text-card font-card">
        {t('frontParts.comparison.title')}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard. */}
      <section aria-labelledby="comparison" tabIndex={0} className="relative overflow-x-auto">
        <table
          className={classNames(
            'w-full table-fixed border-collapse text-label max-sm:text-small',
            plans.length > 3 && 'min-w-[520px]',
          )}
        >
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className="w-[28%] py-3 pr-2 text-left font-label text-ink-2 sm:pr-4">
                {t('frontParts.comparison.feature')}
              </th>
              {plans.map((plan) => (
                <th key={plan.id} scope="col" className="py-3 pl-2 text-left font-card sm:px-3">
                  {configuredText(plan.titleKey)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells }) => (
              <tr key={label} className="border-b border-line align-top">
                <th scope="row" className="py-3 pr-2 text-left font-normal text-ink-2 sm:pr-4">
                  {label}
                </th>
                {plans.map(({ id }, index) => (
                  <td key={id} className="py-3 pl-2 tabular-nums sm:px-3">
                    <Value value={cells[index]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Value({ value }: { readonly value: Cell | undefined }) {
  const { t } = useTranslation();
  switch (value) {
    case null:
      return t('frontParts.comparison.unlimited');
    case true:
      return (
        <>
          <Check aria-hidden="true" className="size-[18px] text-good" />
          <span className="sr-only">{t('frontParts.comparison.yes')}</span>
        </>
      );
    case false:
    case undefined:
      return (
        <>
          <span aria-hidden="true" className="text-ink-3">
            –
          </span>
          <span className="sr-only">{t('frontParts.comparison.no')}</span>
        </>
      );
    default:
      return typeof value === 'number' ? formatCount(value) : value;
  }
}
