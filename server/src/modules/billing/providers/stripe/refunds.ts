import type Stripe from 'stripe';
import {
  type InvoiceRefunds,
  type Refund,
  type RefundRequest,
  refundObstacles,
} from '../../port/invoice-payment.ts';
import type { Connection } from './connection.ts';
import { isInvalidRequest } from './stripe-errors.ts';

/** A charge of an invoice. Amounts in minor units. */
interface CardPayment {
  readonly paymentIntentId: string;
  readonly charged: number;
  readonly refunded: number;
  readonly refunds: readonly Stripe.Refund[];
}

/** Stripe's largest page. An invoice has hardly more than one payment, and a payment a few refunds. */
const all = { limit: 100 };

export async function readRefunds(
  connection: Connection,
  invoiceId: string,
): Promise<InvoiceRefunds> {
  const payments = await listCardPayments(connection, invoiceId);
  const refunds = payments.flatMap((payment) => payment.refunds);
  return {
    charged: sum(payments.map(({ charged }) => charged)),
    refunded: sum(payments.map(({ refunded }) => refunded)),
    intentIds: refunds.flatMap(({ metadata }) => metadata?.intentId ?? []),
  };
}

/** Refunds the payments of the invoice one after the other, until the amount is reached. */
export async function refundInvoice(
  connection: Connection,
  wanted: RefundRequest,
): Promise<Refund> {
  const { invoiceId, intentId, amount } = wanted;
  const payments = await listCardPayments(connection, invoiceId);
  const own = payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ metadata }) => metadata?.intentId === intentId);
  let rest = amount - sum(own.map((refund) => refund.amount));
  const untouched = payments.filter(({ refunds }) => !own.some((one) => refunds.includes(one)));
  if (rest > sum(untouched.map(leftOf))) {
    return toRefund(own, payments.length > 0 ? refundObstacles.tooMuch : refundObstacles.noCard);
  }
  for (const payment of untouched) {
    const part = Math.min(rest, leftOf(payment));
    const made = part > 0 ? await refundPayment(connection, { payment, part, wanted }) : undefined;
    if (typeof made === 'string') {
      return toRefund(own, made);
    }
    if (made) {
      own.push(made);
      rest -= part;
    }
  }
  return toRefund(own, null);
}

const leftOf = ({ charged, refunded }: CardPayment) => Math.max(0, charged - refunded);

/** A refund that the bank sent back gave nothing, and is not tried again. */
function toRefund(own: readonly Stripe.Refund[], obstacle: string | null): Refund {
  const isGiven = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled';
  return {
    given: sum(own.filter(isGiven).map(({ amount }) => amount)),
    obstacle: own.every(isGiven) ? obstacle : refundObstacles.sentBack,
  };
}

/** Answers the obstacle where Stripe names one that the operator can understand. */
async function refundPayment(
  { stripe }: Connection,
  {
    payment: { paymentIntentId },
    part,
    wanted: { key, intentId },
  }: { readonly payment: CardPayment; readonly part: number; readonly wanted: RefundRequest },
): Promise<Stripe.Refund | string> {
  try {
    return await stripe.refunds.create(
      { payment_intent: paymentIntentId, amount: part, metadata: { intentId } },
      { idempotencyKey: `${key}-${paymentIntentId}` },
    );
  } catch (error) {
    const obstacle = isInvalidRequest(error) ? obstacles[error.code ?? ''] : undefined;
    if (obstacle === undefined) {
      throw error;
    }
    return obstacle;
  }
}

const obstacles: Readonly<Record<string, string>> = {
  charge_disputed: refundObstacles.disputed,
  charge_already_refunded: refundObstacles.tooMuch,
};

/** Lists the payments of the invoice that charged a card. One that was marked as paid by hand has none. */
async function listCardPayments(
  { stripe }: Connection,
  invoiceId: string,
): Promise<readonly CardPayment[]> {
  const { data } = await stripe.invoicePayments.list({
    ...all,
    invoice: invoiceId,
    status: 'paid',
    expand: ['data.payment.payment_intent.latest_charge'],
  });
  const charged = data.flatMap((payment) => toCharged(payment) ?? []);
  return await Promise.all(
    charged.map(async (payment) => {
      const payment_intent = payment.paymentIntentId;
      const refunds = await stripe.refunds.list({ ...all, payment_intent });
      return { ...payment, refunds: refunds.data };
    }),
  );
}

function toCharged({
  amount_paid,
  payment: { payment_intent },
}: Stripe.InvoicePayment): Omit<CardPayment, 'refunds'> | undefined {
  const intent = typeof payment_intent === 'object' ? payment_intent : undefined;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : undefined;
  if (!intent || !charge?.paid) {
    return undefined;
  }
  const { amount_captured, amount_refunded } = charge;
  return {
    paymentIntentId: intent.id,
    charged: Math.min(amount_paid ?? 0, amount_captured),
    refunded: amount_refunded,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
