/**
 * Runs in the popup (or the window) of a sign-in that Google's SDK began on another site: leads to the
 * provider, and hands the provider's answer to the SDK's frame in the page that opened the popup.
 */

const framePath = '/emulator/auth/iframe';
const query = new URLSearchParams(location.search);
const state = query.get('state');

if (state === null) {
  await begin();
} else {
  finish(state);
}

async function begin() {
  const names = ['apiKey', 'appName', 'authType', 'eventId', 'redirectUrl'];
  const flow = Object.fromEntries(names.map((name) => [name, query.get(name)]));
  if (location.origin !== document.body.dataset.site) {
    // The answer comes to the other address, where neither this flow nor the SDK's frame is known.
    fail(flow, 'unauthorized-domain');
    return;
  }
  const answer = await ask(flow.apiKey).catch(() => undefined);
  if (answer?.authUri === undefined) {
    fail(flow, toSdkCode(answer?.error?.message));
    return;
  }
  const { authUri, sessionId } = answer;
  const begun = new URL(authUri).searchParams.get('state');
  sessionStorage.setItem(keyOf(begun), JSON.stringify({ ...flow, sessionId }));
  location.replace(authUri);
}

async function ask(apiKey) {
  const call = '/identitytoolkit.googleapis.com/v1/accounts:createAuthUri';
  const continueUri = `${location.origin}${location.pathname}`;
  const response = await fetch(`${call}?key=${encodeURIComponent(apiKey ?? '')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ providerId: query.get('providerId'), continueUri }),
  });
  return await response.json();
}

/** Codes of the SDK; all others follow from the server's word. */
function toSdkCode(message = 'INTERNAL_ERROR') {
  const [word] = message.split(' : ');
  const codes = { TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests' };
  const code = codes[word] ?? word.toLowerCase().replaceAll('_', '-');
  return /^[a-z-]+$/.test(code) ? code : 'internal-error';
}

function finish(begun) {
  const kept = sessionStorage.getItem(keyOf(begun));
  const answer = location.search;
  // Neither a look at the address bar nor a reload finds the code again.
  history.replaceState(null, '', location.pathname);
  sessionStorage.removeItem(keyOf(begun));
  if (kept === null) {
    show('failed');
    return;
  }
  const { sessionId, ...flow } = JSON.parse(kept);
  const urlResponse = `${location.origin}/auth/callback${answer}`;
  tell(flow, { urlResponse, sessionId, postBody: null, tenantId: null, error: null });
}

function fail(flow, code) {
  tell(flow, { error: { code: `auth/${code}`, message: code } });
}

function tell(flow, outcome) {
  const { apiKey, appName, authType, eventId, redirectUrl } = flow;
  const key = `${apiKey}:${appName}`;
  const event = { type: authType, eventId, ...outcome };
  if (String(authType).endsWith('ViaRedirect') && redirectUrl !== null) {
    sessionStorage.setItem(`hearth-auth-event ${key}`, JSON.stringify(event));
    // The server has judged this address before it served the page that kept it.
    location.replace(redirectUrl);
    return;
  }
  const frame = findFrame(flow);
  frame?.postMessage({ kind: 'hearth-auth-event', key, event }, location.origin);
  if (frame === undefined) {
    show('failed');
  }
}

/** The SDK's frame in the page that opened this window; other frames there cannot be read or are not ours. */
function findFrame({ apiKey, appName }) {
  const { frames = [] } = window.opener ?? {};
  return Array.from({ length: frames.length }, (_none, index) => frames[index]).find((frame) => {
    try {
      const { origin, pathname, search } = frame.location;
      const asked = new URLSearchParams(search);
      const isOurs = origin === location.origin && pathname === framePath;
      return isOurs && asked.get('apiKey') === apiKey && asked.get('appName') === appName;
    } catch {
      return false;
    }
  });
}

function keyOf(begun) {
  return `hearth-popup ${begun}`;
}

function show(id) {
  for (const line of document.querySelectorAll('p')) {
    line.hidden = line.id !== id;
  }
}
