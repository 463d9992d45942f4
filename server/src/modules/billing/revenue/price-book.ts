import { type Frequency, frequencies, type HearthConfig } from '@hearth/contract';
import { toTwelfths } from '../port/rules/monthly.ts';
import { addPeriods } from '../port/rules/period.ts';
import { priceAmount } from '../port/rules/plan.ts';

/** A line of an invoice that charges for a time, or credits one that is not used. Minor units. */
export interface ChargeLine {
  /** Before discounts, and with tax that is part of the price; below zero for a credit. */
  readonly gross: number;
  /** Without both. */
  readonly net: number;
  readonly priceId: string;
  readonly quantity: number;
  readonly from: Date;
  readonly to: Date;
}

/** What is charged for brings so much in a month, less discounts and without tax. */
export interface Monthly {
  readonly twelfths: number;
  /** Undefined for a price that the configuration does not have. */
  readonly planId: string | undefined;
  readonly frequency: Frequency;
}

export interface PriceBook {
  /** For a line, with all that its invoice charges for. */
  monthlyOf(line: ChargeLine, lines: readonly ChargeLine[]): Monthly;
}

/**
 * Knows what a whole period of a price costs, by the lines that charge for whole ones, else by the configuration: a line of a
 * change in the middle of a period names a part of it only.
 */
export function createPriceBook(
  { plans }: Pick<HearthConfig, 'plans'>,
  all: Iterable<ChargeLine>,
): PriceBook {
  const sold = readPlans(plans);
  const frequencyOf = (line: ChargeLine) =>
    sold.get(line.priceId)?.price.frequency ?? lengthOf(line);
  const whole = new Map<string, number>();
  for (const line of all) {
    if (line.gross > 0 && isWhole(line, frequencyOf(line))) {
      whole.set(line.priceId, line.gross / line.quantity);
    }
  }

  /** Minor units of a whole period. */
  function wholeAmount(line: ChargeLine, lines: readonly ChargeLine[]): number {
    const frequency = frequencyOf(line);
    if (isWhole(line, frequency)) {
      return line.gross;
    }
    const piece = whole.get(line.priceId);
    return piece === undefined
      ? (partOfPrice(line, lines) ?? stretch(line, frequency))
      : piece * line.quantity;
  }

  /** By the price of the configuration, whose parts divide it as the lines do; undefined if it is not charged whole. */
  function partOfPrice(line: ChargeLine, lines: readonly ChargeLine[]): number | undefined {
    const price = sold.get(line.priceId)?.price;
    if (!price?.priceIds.includes(line.priceId)) {
      return undefined;
    }
    const parts = lines.filter(({ priceId }) => price.priceIds.includes(priceId));
    const charged = parts.reduce((sum, { gross }) => sum + gross, 0);
    const isComplete = parts.length === price.priceIds.length;
    const amount = (priceAmount(price).amount * line.quantity * line.gross) / charged;
    return isComplete ? amount : undefined;
  }

  return {
    monthlyOf(line, lines) {
      const frequency = frequencyOf(line);
      const planId = sold.get(line.priceId)?.planId;
      const net = (wholeAmount(line, lines) * line.net) / line.gross;
      return { twelfths: toTwelfths(net, frequency), planId, frequency };
    },
  };
}

interface SoldPrice {
  readonly planId: string;
  readonly price: HearthConfig['plans'][number]['prices'][number];
}

/** By the provider's ids, retired ones too. */
function readPlans(plans: HearthConfig['plans']): ReadonlyMap<string, SoldPrice> {
  const sold = new Map<string, SoldPrice>();
  for (const { id: planId, prices } of plans) {
    for (const price of prices) {
      for (const id of [...price.retired.flat(), ...price.priceIds]) {
        sold.set(id, { planId, price });
      }
    }
  }
  return sold;
}

function isWhole({ from, to }: ChargeLine, frequency: Frequency): boolean {
  return (
    addPeriods(from, frequency, 1).getTime() === to.getTime() ||
    addPeriods(to, frequency, -1).getTime() === from.getTime()
  );
}

/** The longest period that fits into the time of the line. */
function lengthOf({ from, to }: ChargeLine): Frequency {
  const longest = [...frequencies].reverse().find((one) => addPeriods(from, one, 1) <= to);
  return longest ?? 'week';
}

/** The amount of a whole period, by time. */
function stretch({ gross, from, to }: ChargeLine, frequency: Frequency): number {
  const wholeMs = addPeriods(to, frequency, 0).getTime() - addPeriods(to, frequency, -1).getTime();
  return (gross * wholeMs) / (to.getTime() - from.getTime());
}
