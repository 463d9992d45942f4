import { isTimeZone } from '@hearth/contract';

/** Time zone of this device, by the name of the IANA; UTC where the browser knows none, which some call `Etc/Unknown`. */
export function readerTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
  } catch {
    return 'UTC';
  }
}
