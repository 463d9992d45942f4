/** Whether the window fits a media query, and when that changes; where a browser does not say, it does not fit. */
export function readMedia(
  query: string,
): Pick<MediaQueryList, 'addEventListener' | 'removeEventListener' | 'matches'> {
  try {
    return matchMedia(query);
  } catch {
    return Object.assign(new EventTarget(), { matches: false });
  }
}
