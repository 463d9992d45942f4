import { minorDigits } from '@hearth/contract';
import { CommandRefused } from './report.ts';

/** Reads an amount as people write it, such as 12.50, or 1250 in a currency without smaller units; answers minor units. */
export function toMinorAmount(text: string, currency: string): number {
  const digits = minorDigits(currency);
  const [, whole = '', , part = ''] = /^(\d{1,9})(\.(\d+))?$/.exec(text) ?? [];
  const isWhole = !text.includes('.');
  if (whole === '' || !(isWhole || part.length === digits)) {
    throw new CommandRefused(`Write the amount ${describe(currency, digits)}.`);
  }
  const amount = Number(whole + part.padEnd(digits, '0'));
  if (amount === 0) {
    throw new CommandRefused('The amount must be more than 0.');
  }
  return amount;
}

function describe(currency: string, digits: number): string {
  const name = currency.toUpperCase();
  return digits === 0
    ? `without decimals, such as 1250: ${name} has no smaller unit`
    : `in ${name} with ${digits} decimals, such as ${(12.5).toFixed(digits)}, or without any`;
}
