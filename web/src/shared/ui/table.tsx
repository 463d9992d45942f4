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

/** A list with columns, in a card. Where it has less than 560 px, each row is a block with the heads beside its values. */
export function Table<Row>({ caption, columns, rows, keyOf, isOld, foot }: TableProps<Row>) {
  return (
    <Card className="@container overflow-hidden">
      <TableFrame
        caption={caption}
        isOld={isOld === true}
        className="@max-[560px]:block [&_tr>*:first-child]:pl-5 [&_tr>*:last-child]:pr-5"
      >
        <thead className="bg-sunken text-small text-ink-2 @max-[560px]:sr-only">
          <tr>
            {columns.map(({ name, atEnd }) => (
              <th
                key={name}
                scope="col"
                className={classNames('h-10 px-3 font-label', atEnd ? 'text-right' : 'text-left')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="text-label @max-[560px]:block [&>tr:first-child]:border-t-0">
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
    <tr className="border-t border-line @max-[560px]:grid @max-[560px]:gap-1 @max-[560px]:py-3 @min-[560px]:h-11">
      {first && (
        <th
          scope="row"
          className="px-3 py-1.5 text-left font-[550] wrap-anywhere @max-[560px]:px-5 @max-[560px]:py-0"
        >
          {first.cell(row)}
        </th>
      )}
      {others.map(({ name, cell, atEnd }) => (
        <td
          key={name}
          className={classNames(
            'px-3 py-1.5 wrap-anywhere tabular-nums @max-[560px]:flex @max-[560px]:flex-wrap @max-[560px]:items-center @max-[560px]:justify-between @max-[560px]:gap-x-4 @max-[560px]:px-5 @max-[560px]:py-0',
            atEnd && 'text-right',
          )}
        >
          <span aria-hidden="true" className="text-small text-ink-2 @min-[560px]:hidden">
            {name}
          </span>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
