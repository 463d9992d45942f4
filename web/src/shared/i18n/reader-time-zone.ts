/** Time zone of this device, by the name of the IANA; UTC where the browser does not tell. */
export function readerTimeZone(): string {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
  } catch {
    return 'UTC';
  }
}
