import { isTimeZone } from '@hearth/contract';

/** IANA time zone of this device; UTC if the browser knows none, which some call `Etc/Unknown`. */
export function readerTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
  } catch {
    return 'UTC';
  }
}
