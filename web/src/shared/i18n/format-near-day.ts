import type { Language } from '@hearth/contract';
import { formatDate, formatDay } from './format.ts';

const nearMs = 300 * 86_400_000;

/** A day that needs no year unless it is far away from the other instant, which is in milliseconds. */
export function formatNearDay(
  instant: string,
  fromMs: number,
  language: Language,
  timeZone?: string,
): string {
  const isNear = Date.parse(instant) - fromMs < nearMs;
  return (isNear ? formatDay : formatDate)(instant, language, timeZone);
}
