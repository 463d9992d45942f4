/** Channel to the other tabs of this browser; if it forbids channels, nothing is sent or received. */
export function openChannel(
  name: string,
): Pick<BroadcastChannel, 'addEventListener' | 'postMessage' | 'close'> {
  try {
    return new BroadcastChannel(name);
  } catch {
    return Object.assign(new EventTarget(), { postMessage() {}, close() {} });
  }
}

/** Value of a cookie that scripts may read. */
export function findCookie(name: string): string | undefined {
  try {
    const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
    return pairs.find(([key]) => key === name)?.[1];
  } catch {
    return undefined;
  }
}
