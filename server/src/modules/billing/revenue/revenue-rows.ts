import {
  type HearthConfig,
  invoiceFigures,
  type MovementFigure,
  movementFigures,
  presentFigures,
  type RevenueFigure,
  trialFigures,
} from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { listMovements, type ProjectMovement, readTimelinePages } from './read-revenue.ts';
import type { Span } from './revenue-store.ts';
import { listStoredPage, listStoredRows, type StoredFigure, type StoredRow } from './row-store.ts';

/** A month of the calendar; the present one ends now. */
export interface NamedMonth extends Span {
  /** `2026-11`. */
  readonly name: string;
}

export interface RowQuestion {
  readonly figure: RevenueFigure;
  /** Undefined for figures without one. */
  readonly currency: string | undefined;
  /** A plan and period or a tax, as its name says; undefined for all. */
  readonly group: string | undefined;
  /** Oldest first, one after the other. */
  readonly months: readonly NamedMonth[];
  readonly now: Date;
}

/** Movement of one project. */
export interface MovementRow extends ProjectMovement {
  readonly month: string;
}

type Rows =
  | { readonly kind: 'movements'; readonly rows: readonly MovementRow[] }
  | { readonly kind: 'stored'; readonly rows: readonly StoredRow[] };

type Settings = Pick<HearthConfig, 'plans'>;

const isMovement = (figure: RevenueFigure): figure is MovementFigure & RevenueFigure =>
  (movementFigures as readonly string[]).includes(figure);

/** Whether the figure is the same in each month. */
export const isPresent = (figure: RevenueFigure): boolean =>
  (presentFigures as readonly string[]).includes(figure);

export const hasCurrency = (figure: RevenueFigure): boolean =>
  !(trialFigures as readonly string[]).includes(figure);

/** Whether the rows behind the figure are invoices. */
export const isByInvoice = (figure: RevenueFigure): boolean =>
  (invoiceFigures as readonly string[]).includes(figure);

/** Names a plan and period. */
export const toPlanGroup = ({ planId, frequency }: Pick<ProjectMovement, 'planId' | 'frequency'>) =>
  `${planId ?? ''}/${frequency}`;

/** The rows behind a figure, some at a time, however many there are. */
export async function* readRows(
  db: Database,
  settings: Settings,
  question: RowQuestion,
): AsyncGenerator<Rows> {
  const { figure, months } = question;
  if (!isMovement(figure)) {
    for await (const rows of listStoredRows(db, toStoredQuestion(question, figure))) {
      yield { kind: 'stored', rows };
    }
    return;
  }
  for await (const page of readTimelinePages(db, settings)) {
    const rows = months.flatMap((month) =>
      listMovements(page, month)
        .filter((one) => isBehind(one, question))
        .map((one) => ({ ...one, month: month.name })),
    );
    yield { kind: 'movements', rows };
  }
}

interface Page {
  /** From 0. */
  readonly skipped: number;
  readonly size: number;
}

/** One page of the rows behind a figure, the largest first. */
export async function listRowPage(
  db: Database,
  settings: Settings,
  question: RowQuestion,
  { skipped, size }: Page,
): Promise<Rows & { readonly total: number }> {
  const { figure } = question;
  if (!isMovement(figure)) {
    const page = await listStoredPage(db, toStoredQuestion(question, figure), { skipped, size });
    return { kind: 'stored', ...page };
  }
  const all: MovementRow[] = [];
  for await (const part of readRows(db, settings, question)) {
    if (part.kind === 'movements') {
      all.push(...part.rows);
    }
  }
  all.sort((one, other) => sizeOf(other) - sizeOf(one));
  return { kind: 'movements', rows: all.slice(skipped, skipped + size), total: all.length };
}

const sizeOf = ({ from, to }: ProjectMovement) => Math.max(from, to);

function isBehind(movement: ProjectMovement, { figure, currency, group }: RowQuestion): boolean {
  const { kind, to } = movement;
  const isOfFigure =
    figure === 'mrr' ? to > 0 : kind === figure || (figure === 'new' && kind === 'reactivation');
  const isOfGroup = group === undefined || group === toPlanGroup(movement);
  return isOfFigure && isOfGroup && movement.currency === currency;
}

function toStoredQuestion({ months, currency, group, now }: RowQuestion, figure: StoredFigure) {
  const start = months[0]?.start ?? now;
  return { figure, currency, group, span: { start, end: months.at(-1)?.end ?? start }, now };
}
