import type { Revenue, RevenueFigure } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Figure } from '../figure-grid.tsx';

export type OfCurrency = Revenue['currencies'][number];
export type RevenueMonth = OfCurrency['months'][number];

/** Figures that the page defines; two of them are made of others, and have the rows of those. */
export type FigureName = RevenueFigure | 'paying' | 'kept';

type OfMonth = Exclude<FigureName, 'owed' | 'trials' | 'stayed' | 'trials_running'>;

/** Value of a figure in the month, in minor units or in projects. */
export function figureOf(month: RevenueMonth, name: OfMonth): number {
  return name === 'kept'
    ? month.paid + month.paid_outside - month.refunded - month.disputed
    : month[name];
}

export const mrrFigures = [
  'mrr',
  'paying',
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
] as const satisfies readonly OfMonth[];

export const cashFigures = [
  'paid',
  'paid_outside',
  'refunded',
  'disputed',
  'kept',
  'tax',
] as const satisfies readonly OfMonth[];

export const failedFigures = ['failed', 'recovered'] as const satisfies readonly OfMonth[];

export const monthFigures = [...mrrFigures, ...cashFigures, ...failedFigures];

/** Figure whose rows stand behind the name; undefined for one that is made of several. */
export function rowsFigure(name: FigureName): RevenueFigure | undefined {
  if (name === 'paying') {
    return 'mrr';
  }
  return name === 'kept' ? undefined : name;
}

/** Gives a figure its words. */
export function useFigureWords() {
  const { t } = useTranslation();
  return (name: FigureName, value: ReactNode): Figure => ({
    name,
    value,
    label: t(`business.figure.${name}`),
    definition: t(`business.definition.${name}`),
  });
}
