import { itemsOf, planOfItems } from '../../src/modules/billing/port/rules/plan.ts';
import type { TestApp } from '../harness/test-app.ts';
import { type Books, type OwnBooks, readOwnBooks } from './books.ts';
import type { Planted } from './planted.ts';

/** Exact answer of `billing drift`, computed from the provider's books. */
export async function comparePlantedDrift(
  { app, planted }: { readonly app: TestApp; readonly planted: Planted },
  theirs: Books,
  sentences: readonly string[],
): Promise<string[]> {
  const ours = await readOwnBooks(app);
  const expected = new Set(expectDrift({ app, planted, ours, theirs }));
  const isNamed = (id: string) => sentences.some((sentence) => sentence.includes(id));
  return [
    ...[...expected].filter((id) => !isNamed(id)).map((id) => `Drift of ${id} is not reported.`),
    ...sentences.filter((sentence) => ![...expected].some((id) => sentence.includes(id))),
  ];
}

interface Both {
  readonly app: TestApp;
  readonly planted: Planted;
  readonly ours: OwnBooks;
  readonly theirs: Books;
}

function expectDrift({ app, planted, ours, theirs }: Both): string[] {
  const running = theirs.subscriptions.filter(({ status }) => status !== 'canceled');
  const known = new Set(ours.subscriptions.map(({ id }) => id));
  const differing = ours.subscriptions.filter((own) => {
    const charged = running.find(({ id }) => id === own.charged);
    const isUnknown =
      own.status !== 'canceled' &&
      charged !== undefined &&
      charged.id !== own.next &&
      !planOfItems(app.config.product, itemsOf(charged));
    const isShared = running.some(
      ({ id, customerId, reference }) =>
        customerId === own.customerId && id !== own.charged && reference !== own.id,
    );
    return isUnknown || isShared;
  });
  const forgotten = running.filter(
    ({ reference }) => planted.projects.has(reference) && !known.has(reference),
  );
  return [...differing, ...forgotten].map(({ id }) => id);
}
