/**
 * Runs in the frame that Google's SDK opens in another site's page: takes the outcome of a sign-in from
 * our popup and gives it to the SDK, over the channel that Google's `api.js` makes between the two.
 */
(() => {
  const query = new URLSearchParams(location.search);
  const key = `${query.get('apiKey')}:${query.get('appName')}`;
  const keptName = `hearth-auth-event ${key}`;
  const nothing = {
    type: 'unknown',
    error: { code: 'auth/no-auth-event', message: 'no-auth-event' },
  };
  let parent;
  let waiting = takeKept();

  window.addEventListener('message', ({ origin, data }) => {
    const isOurs = origin === location.origin && data?.kind === 'hearth-auth-event';
    if (!isOurs || data.key !== key) {
      return;
    }
    if (parent) {
      send(data.event);
    } else {
      waiting = data.event;
    }
  });

  window.hearthConnect = () => {
    const { gapi } = window;
    gapi.load('gapi.iframes', {
      timeout: 10_000,
      callback() {
        parent = gapi.iframes.getContext().getParentIframe();
        const filter = gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER;
        const answer = () => ({ status: 'ACK', webStorageSupport: true });
        parent.register('webStorageSupport', answer, filter);
        send(waiting ?? nothing);
      },
    });
  };

  function send(authEvent) {
    const filter = window.gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER;
    parent.send('authEvent', { type: 'authEvent', authEvent }, () => undefined, filter);
  }

  /** Outcome of a sign-in that took the whole window; the browser keeps it for one site only. */
  function takeKept() {
    try {
      const kept = sessionStorage.getItem(keptName);
      sessionStorage.removeItem(keptName);
      return kept === null ? undefined : JSON.parse(kept);
    } catch {
      return undefined;
    }
  }
})();
