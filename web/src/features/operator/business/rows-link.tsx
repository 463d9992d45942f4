import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import type { RowsAsked } from './use-revenue.ts';

interface RowsLinkProps {
  /** Name of the figure, for those who hear the link alone. */
  readonly name: string;
  readonly value: string;
  readonly asked: RowsAsked;
}

/** A figure that leads to the rows behind it. */
export function RowsLink({ name, value, asked }: RowsLinkProps) {
  const { t } = useTranslation();
  const { from, to, figure, currency, group } = asked;
  const search = new URLSearchParams({
    figure,
    ...(from === to ? { month: from } : { from, to }),
    ...(currency && { currency }),
    ...(group && { group }),
  });
  return (
    <Link
      to={`${paths.operatorBusiness}?${search}`}
      aria-label={t('business.rowsOf', { name, value })}
      className="inline-block py-1.5 text-accent tabular-nums underline decoration-accent-line underline-offset-4 hover:decoration-current"
    >
      {value}
    </Link>
  );
}
