import { minorDigits, minorStep, priceDigits } from '@hearth/contract';
import { CommandRefused } from './report.ts';

/** Reads an amount as people write it, such as 12.50, or 1250 in a currency without smaller units; answers minor units. */
export function toMinorAmount(text: string, currency: string): number {
  const digits = minorDigits(currency);
  const [, whole = '', , part = ''] = /^(\d{1,12})(\.(\d+))?$/.exec(text) ?? [];
  const isWhole = !text.includes('.');
  const amount = Number(whole + part.padEnd(digits, '0'));
  const isReadable = whole !== '' && (isWhole || part.length === digits);
  if (!isReadable || amount % minorStep(currency) !== 0) {
    throw new CommandRefused(`Write the amount ${describe(currency, digits)}.`);
  }
  if (amount === 0) {
    throw new CommandRefused('The amount must be more than 0.');
  }
  return amount;
}

function describe(currency: string, digits: number): string {
  const name = currency.toUpperCase();
  if (priceDigits(currency) === 0) {
    return `without decimals, such as 1250: ${name} has no smaller unit`;
  }
  const last = minorStep(currency) > 1 ? ', of which the last is 0' : '';
  return `in ${name} with ${digits} decimals${last}, such as ${(12.5).toFixed(digits)}, or without any`;
}
