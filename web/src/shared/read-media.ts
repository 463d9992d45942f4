/** Whether the window fits a media query, and when that changes; false if the browser does not say. */
export function readMedia(
  query: string,
): Pick<MediaQueryList, 'addEventListener' | 'removeEventListener' | 'matches'> {
  try {
    return matchMedia(query);
  } catch {
    return Object.assign(new EventTarget(), { matches: false });
  }
}
