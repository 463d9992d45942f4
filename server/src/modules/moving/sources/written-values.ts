import type { Fields } from './source-row.ts';

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Trimmed text; numbers as they are written; empty for anything else. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Undefined if it is no boolean. Nothing at all is false. */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean' || value === null || value === undefined) {
    return value ?? false;
  }
  const text = toText(value).toLowerCase();
  if (['true', 't', '1', 'yes'].includes(text)) {
    return true;
  }
  return ['', 'false', 'f', '0', 'no'].includes(text) ? false : undefined;
}

/**
 * A time as milliseconds or seconds since 1970, as ISO 8601, or as PostgreSQL writes it. Null for none, undefined if it
 * cannot be read. Without a zone it is UTC.
 */
export function toTime(value: unknown): Date | null | undefined {
  const text = value instanceof Date ? value.toISOString() : toText(value);
  if (text === '' || Number(text) === 0) {
    return null;
  }
  const time = /^\d{1,16}(\.\d+)?$/.test(text) ? toMilliseconds(Number(text)) : parseTime(text);
  return time >= 0 && time < yearTenThousand ? new Date(time) : undefined;
}

/** An object, or JSON text of one. Null for nothing, undefined for anything else. */
export function toFields(value: unknown): Fields | null | undefined {
  const written = parseJson(value);
  if (written === null || written === undefined || written === '') {
    return null;
  }
  return isFields(written) ? written : undefined;
}

/** A list, or JSON text of one. Undefined for anything else than that or nothing. */
export function toList(value: unknown): readonly unknown[] | undefined {
  const written = parseJson(value) ?? [];
  if (written === '') {
    return [];
  }
  return Array.isArray(written) ? written : undefined;
}

const yearTenThousand = Date.UTC(10_000, 0);

/** Seconds above it would be of the year 5138, milliseconds below it of 1973. */
const leastMilliseconds = 100_000_000_000;

function toMilliseconds(count: number): number {
  return Math.round(count >= leastMilliseconds ? count : count * 1_000);
}

const timeForm =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(?:\s?(Z|UTC)|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

function parseTime(text: string): number {
  const [, day, minute = '00:00', second = ':00', fraction = '', , hours, minutes = '00'] =
    timeForm.exec(text) ?? [];
  const zone = hours ? `${hours}:${minutes}` : 'Z';
  return day ? Date.parse(`${day}T${minute}${second}${fraction.slice(0, 4)}${zone}`) : Number.NaN;
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  const text = value.trim();
  try {
    return text === '' ? '' : JSON.parse(text);
  } catch {
    return false;
  }
}
