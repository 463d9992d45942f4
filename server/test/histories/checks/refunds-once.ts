import type { BookedReturn, OwnIntent } from '../books.ts';
import type { Both } from '../compare-books.ts';

interface Made extends BookedReturn {
  readonly invoiceId: string;
}

/** Each refund that an operator asked for was made once, and no invoice gave back more than a card had paid. */
export function findWrongRefunds({ ours, theirs, planted }: Both): string[] {
  // Another installation on the account has subscriptions of its own.
  const own = new Set(theirs.subscriptions.map(({ id }) => id));
  const invoices = theirs.invoices.filter(({ subscriptionId }) => own.has(subscriptionId));
  const made = invoices.flatMap(({ id, returns }) =>
    returns.filter(({ kind }) => kind === 'refund').map((one): Made => ({ ...one, invoiceId: id })),
  );
  const kept = new Set(ours.intents.map(({ id }) => id));
  // Nobody knows how a request ended that a restored backup has forgotten.
  const forgotten = [...planted.intents.values()].filter(({ id }) => !kept.has(id));
  const known = new Set([...kept, ...forgotten.map(({ id }) => id)]);
  return [
    ...made
      .filter(({ intentId }) => intentId && !known.has(intentId))
      .map(({ invoiceId, intentId }) => `${invoiceId}: nobody asked for the refund ${intentId}.`),
    ...[...ours.intents, ...forgotten].flatMap((intent) => compareIntent(intent, made)),
    ...ours.intents.flatMap((intent, index) =>
      findRepeated(intent, { earlier: ours.intents.slice(0, index), planted, made }),
    ),
    ...invoices.flatMap(({ id, due }) => {
      const cents = sum(made.filter(({ invoiceId }) => invoiceId === id));
      return cents > due ? [`${id}: ${cents} of ${due} were refunded.`] : [];
    }),
  ];
}

const sum = (returns: readonly BookedReturn[]) =>
  returns.reduce((total, { cents }) => total + cents, 0);

const givenBy = ({ id }: OwnIntent, made: readonly Made[]) =>
  sum(made.filter(({ intentId }) => intentId === id));

function compareIntent(intent: OwnIntent, made: readonly Made[]): string[] {
  const { id, status, refund } = intent;
  if (!refund) {
    return [];
  }
  const given = givenBy(intent, made);
  const wanted = status === 'done' ? refund.given : 0;
  const isRight = status === 'open' ? given <= refund.amount : given === wanted;
  return isRight
    ? []
    : [`The refund ${id} of ${refund.amount} is ${status}, and ${given} went back.`];
}

interface Before extends Pick<Both, 'planted'> {
  readonly earlier: readonly OwnIntent[];
  readonly made: readonly Made[];
}

/** Refunds of one amount of one invoice, which no operator entered with `--again`. */
function findRepeated(intent: OwnIntent, { earlier, planted, made }: Before): string[] {
  const { refund } = intent;
  if (!refund || givenBy(intent, made) === 0) {
    return [];
  }
  const same = earlier.filter(
    (one) =>
      one.refund?.invoiceId === refund.invoiceId &&
      one.refund.amount === refund.amount &&
      givenBy(one, made) > 0,
  );
  // All that is left may be as much as what was given before.
  const isAll = planted.refundsOfAll.has(refund.invoiceId);
  return same.length > 0 && !isAll
    ? [`${refund.invoiceId}: ${refund.amount} was refunded again by ${intent.id}.`]
    : [];
}
