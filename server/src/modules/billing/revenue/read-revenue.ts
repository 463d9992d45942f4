import type { HearthConfig } from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { type Movement, movementsOf } from './movements.ts';
import { createPriceBook, type PriceBook } from './price-book.ts';
import {
  type LineRow,
  listChargedProjects,
  listWholeLines,
  type ProjectRow,
} from './revenue-store.ts';
import { type ChargingInvoice, lateMs, type Step, toTimeline } from './timeline.ts';

/** What one project brings, step by step. */
export interface ProjectTimeline {
  readonly subscriptionId: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
}

const pageSize = 1_000;

/** The timelines of all projects that were ever charged for a time, by id. */
export async function readTimelines(
  db: Database,
  settings: Pick<HearthConfig, 'plans'>,
): Promise<ProjectTimeline[]> {
  const timelines: ProjectTimeline[] = [];
  for await (const page of readTimelinePages(db, settings)) {
    timelines.push(...page);
  }
  return timelines;
}

/** Reads the timelines page by page, so that any number of projects can be read. */
export async function* readTimelinePages(
  db: Database,
  settings: Pick<HearthConfig, 'plans'>,
): AsyncGenerator<readonly ProjectTimeline[]> {
  const book = createPriceBook(settings, (await listWholeLines(db)).map(toLine));
  let after = '';
  let page: ProjectRow[];
  do {
    page = await listChargedProjects(db, { after, limit: pageSize });
    yield page.map((project) => toProjectTimeline(project, book));
    after = page.at(-1)?.subscriptionId ?? '';
  } while (page.length === pageSize);
}

function toProjectTimeline(project: ProjectRow, book: PriceBook): ProjectTimeline {
  const { subscriptionId, name, endedAt, renewsAt } = project;
  const expectedAt = renewsAt && new Date(renewsAt.getTime() + lateMs);
  const charged = { endedAt, expectedAt, invoices: project.invoices.map(toInvoice) };
  return { subscriptionId, name, steps: toTimeline(charged, book) };
}

function toInvoice(row: ProjectRow['invoices'][number]): ChargingInvoice {
  const { at, paidAt, currency, lines } = row;
  return {
    at: new Date(at),
    paidAt: paidAt === null ? null : new Date(paidAt),
    currency,
    lines: lines.map(toLine),
  };
}

function toLine({ from, to, ...line }: LineRow): ChargingInvoice['lines'][number] {
  return { ...line, from: new Date(from), to: new Date(to) };
}

/** Sums of a month in one currency, in twelfths of minor units per month. */
export interface MonthSums {
  readonly start: number;
  /** Of projects that brought nothing at its start, those that came back too. */
  readonly new: number;
  /** Part of `new` of projects that had paid before. */
  readonly reactivation: number;
  readonly expansion: number;
  readonly contraction: number;
  readonly churn: number;
  readonly end: number;
  /** Projects that bring something at its end. */
  readonly paying: number;
}

/** Adds up movements of one month and currency: start + new + expansion − contraction − churn = end. */
export function sumOf(movements: readonly Movement[]): MonthSums {
  const total = (of: (movement: Movement) => number) =>
    movements.reduce((sum, movement) => sum + of(movement), 0);
  const ofKind = (...kinds: Movement['kind'][]) =>
    total(({ kind, from, to }) => (kinds.includes(kind) ? Math.abs(to - from) : 0));
  return {
    start: total(({ from }) => from),
    new: ofKind('new', 'reactivation'),
    reactivation: ofKind('reactivation'),
    expansion: ofKind('expansion'),
    contraction: ofKind('contraction'),
    churn: ofKind('churn'),
    end: total(({ to }) => to),
    paying: movements.filter(({ to }) => to > 0).length,
  };
}

/** A movement with its project. */
export interface ProjectMovement extends Movement {
  readonly subscriptionId: string;
  readonly name: string | null;
}

/** Movements of all projects within the span. */
export function listMovements(
  timelines: readonly ProjectTimeline[],
  span: { readonly start: Date; readonly end: Date },
): ProjectMovement[] {
  return timelines.flatMap(({ subscriptionId, name, steps }) =>
    movementsOf(steps, span).map((movement) => ({ ...movement, subscriptionId, name })),
  );
}
