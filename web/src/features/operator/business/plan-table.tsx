import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../shared/i18n/format.ts';
import { formatMonth } from '../../../shared/i18n/format-month.ts';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { Table } from '../../../shared/ui/table.tsx';
import { usePlanTitle } from '../console/use-plan-title.ts';
import type { OfCurrency } from './figures.ts';
import { middleOf } from './month-range.ts';
import { RowsLink } from './rows-link.tsx';

type Plan = OfCurrency['plans'][number];

/** MRR of the last month by plan and period. */
export function PlanTable({ of: { currency, months, plans } }: { readonly of: OfCurrency }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const planTitle = usePlanTitle();
  const title = t('business.planTable');
  const month = months.at(-1)?.month ?? '';
  const nameOf = ({ plan_id: id }: Plan) => (id === null ? t('business.otherPlan') : planTitle(id));
  const link = (plan: Plan, name: string, value: string) => (
    <RowsLink
      name={`${nameOf(plan)}, ${t(`business.periods.${plan.frequency}`)}, ${name}`}
      value={value}
      asked={{ from: month, to: month, figure: 'mrr', currency, group: plan.group }}
    />
  );

  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <h3 className="text-card font-card">{title}</h3>
        <p className="text-small text-ink-2">
          {plans.length === 0
            ? t('business.noPlans')
            : t('business.planDefinition', {
                month: formatMonth(middleOf(month), language, 'UTC'),
              })}
        </p>
      </div>
      {plans.length > 0 && (
        <Table
          caption={`${title}, ${currency.toUpperCase()}`}
          columns={[
            { name: t('business.plan'), cell: nameOf },
            {
              name: t('business.period'),
              cell: ({ frequency }) => t(`business.periods.${frequency}`),
            },
            {
              name: t('business.projects'),
              cell: (plan) => link(plan, t('business.projects'), formatCount(plan.projects)),
              atEnd: true,
            },
            {
              name: t('business.figure.mrr'),
              cell: (plan) =>
                link(plan, t('business.figure.mrr'), formatMoney(Math.round(plan.mrr), currency)),
              atEnd: true,
            },
          ]}
          rows={plans}
          keyOf={({ group }) => group}
        />
      )}
    </div>
  );
}
