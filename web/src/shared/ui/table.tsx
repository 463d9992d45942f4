import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import { TableFrame } from './table-frame.tsx';

/** One column: its head, and what a row has in it. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and buttons stand at the end. */
  readonly atEnd?: boolean;
}

interface TableProps<Row> {
  /** Says what the table lists, to those who hear the page. */
  readonly caption: string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Its rows are those of the page before, while the next one is on its way. */
  readonly isOld?: boolean;
  /** Below the rows, such as `Paging`. */
  readonly foot?: ReactNode;
}

/** A list with columns, in a card. On a phone each row is a block, with the heads beside its values. */
export function Table<Row>({ caption, columns, rows, keyOf, isOld, foot }: TableProps<Row>) {
  return (
    <Card className="overflow-hidden">
      <TableFrame caption={caption} isOld={isOld === true} className="max-sm:block">
        <thead className="bg-sunken text-small text-ink-2 max-sm:sr-only">
          <tr>
            {columns.map(({ name, atEnd }) => (
              <th
                key={name}
                scope="col"
                className={classNames('h-10 px-5 font-label', atEnd ? 'text-right' : 'text-left')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="text-label max-sm:block [&>tr:first-child]:border-t-0">
          {rows.map((row) => (
            <TableRow key={keyOf(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </TableFrame>
      {foot}
    </Card>
  );
}

type TableRowProps<Row> = Pick<TableProps<Row>, 'columns'> & { readonly row: Row };

function TableRow<Row>({ columns: [first, ...others], row }: TableRowProps<Row>) {
  return (
    <tr className="border-t border-line max-sm:grid max-sm:gap-y-1.5 max-sm:px-5 max-sm:py-3 sm:h-11">
      {first && (
        <th scope="row" className={classNames(cellStyle, 'text-left font-[550]')}>
          {first.cell(row)}
        </th>
      )}
      {others.map(({ name, cell, atEnd }) => (
        <td key={name} className={classNames(cellStyle, 'tabular-nums', atEnd && 'text-right')}>
          <span className="flex flex-wrap items-center justify-between gap-x-3 sm:contents">
            <span aria-hidden="true" className="text-small text-ink-2 sm:hidden">
              {name}
            </span>
            {cell(row)}
          </span>
        </td>
      ))}
    </tr>
  );
}

const cellStyle = 'wrap-anywhere sm:px-5 sm:py-1.5';
