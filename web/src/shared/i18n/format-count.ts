/** A whole number, the same in every language: `12,345`. */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

/** Digits in groups of three. */
export function groupDigits(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
