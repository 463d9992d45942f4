import type { HearthConfig } from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { type Movement, movementsOf } from './movements.ts';
import { createPriceBook } from './price-book.ts';
import { listChargedProjects, type ProjectRow } from './revenue-store.ts';
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
  const projects: ProjectRow[] = [];
  let page: ProjectRow[];
  do {
    page = await listChargedProjects(db, {
      after: projects.at(-1)?.subscriptionId ?? '',
      limit: pageSize,
    });
    projects.push(...page);
  } while (page.length === pageSize);
  const invoices = new Map(projects.map((project) => [project, project.invoices.map(toInvoice)]));
  const book = createPriceBook(
    settings,
    [...invoices.values()].flat().flatMap(({ lines }) => lines),
  );
  return projects.map((project) => {
    const { subscriptionId, name, endedAt, renewsAt } = project;
    const expectedAt = renewsAt && new Date(renewsAt.getTime() + lateMs);
    const charged = { endedAt, expectedAt, invoices: invoices.get(project) ?? [] };
    return { subscriptionId, name, steps: toTimeline(charged, book) };
  });
}

function toInvoice(row: ProjectRow['invoices'][number]): ChargingInvoice {
  const { at, paidAt, currency, lines } = row;
  return {
    at: new Date(at),
    paidAt: paidAt === null ? null : new Date(paidAt),
    currency,
    lines: lines.map(({ from, to, ...line }) => ({
      ...line,
      from: new Date(from),
      to: new Date(to),
    })),
  };
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
