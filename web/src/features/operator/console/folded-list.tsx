import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';

const shownAtFirst = 5;

interface FoldedListProps<Row> {
  /** Heading of the list. */
  readonly labelledBy: string;
  readonly rows: readonly Row[];
  /** A sentence in place of an empty list. */
  readonly empty: string;
  /** An `li`. */
  readonly children: (row: Row) => ReactNode;
}

/** The first rows of a list, and all of them once they are asked for. */
export function FoldedList<Row>({ labelledBy, rows, empty, children }: FoldedListProps<Row>) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (rows.length === 0) {
    return <p className="text-ink-2">{empty}</p>;
  }
  return (
    <>
      <ul aria-labelledby={labelledBy} className="divide-y divide-line">
        {rows.slice(0, isOpen ? rows.length : shownAtFirst).map(children)}
      </ul>
      {rows.length > shownAtFirst && !isOpen && (
        <div className="mt-4 border-t border-line pt-4">
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t('console.showAll', { count: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}

interface ListRowProps {
  readonly title: ReactNode;
  /** Below the title. */
  readonly sub?: ReactNode;
  /** Badges and buttons. */
  readonly aside?: ReactNode;
}

export function ListRow({ title, sub, aside }: ListRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-[1_1_140px] gap-0.5">
        <div className="min-w-0 text-label wrap-anywhere">{title}</div>
        {sub && (
          <div className="min-w-0 text-small wrap-anywhere text-ink-2 tabular-nums">{sub}</div>
        )}
      </div>
      {aside && <div className="flex flex-wrap items-center gap-2">{aside}</div>}
    </li>
  );
}
