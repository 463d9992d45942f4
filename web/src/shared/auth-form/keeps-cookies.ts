/** Whether the browser keeps cookies: Chrome's `navigator.cookieEnabled` says yes also to a person who has blocked them. */
export function keepsCookies(): boolean {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is too new for promised browsers.
    document.cookie = 'hearth-probe=1; SameSite=Strict';
    const isKept = document.cookie.includes('hearth-probe=1');
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = 'hearth-probe=; Max-Age=0';
    return isKept;
  } catch {
    return false;
  }
}
