import * as client from 'openid-client';

// A founder's own front end, as its developer would write it with openid-client.

const store = sessionStorage;
const callback = `${location.origin}/callback`;
const hearth = new URLSearchParams(location.search).get('hearth');
if (hearth) {
  store.setItem('hearth', hearth);
}

const oidc = await client.discovery(
  new URL(store.getItem('hearth') ?? ''),
  'front-end',
  undefined,
  client.None(),
  // Only because this journey speaks http.
  { execute: [client.allowInsecureRequests] },
);

async function signIn(): Promise<string> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  store.setItem('verifier', verifier);
  store.setItem('state', state);
  location.href = client.buildAuthorizationUrl(oidc, {
    redirect_uri: callback,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).href;
  return 'leaving';
}

async function finish(): Promise<string> {
  const tokens = await client.authorizationCodeGrant(oidc, new URL(location.href), {
    pkceCodeVerifier: store.getItem('verifier') ?? '',
    expectedState: store.getItem('state') ?? '',
  });
  history.replaceState(null, '', '/');
  return keep(tokens, 'signed in');
}

async function refresh(): Promise<string> {
  return keep(await client.refreshTokenGrant(oidc, store.getItem('refresh') ?? ''), 'refreshed');
}

async function showInfo(): Promise<string> {
  const info = await client.fetchUserInfo(
    oidc,
    store.getItem('access') ?? '',
    client.skipSubjectCheck,
  );
  return `user info: ${info.email}`;
}

async function signOut(): Promise<string> {
  location.href = client.buildEndSessionUrl(oidc, {
    id_token_hint: store.getItem('id') ?? '',
    post_logout_redirect_uri: `${location.origin}/bye`,
  }).href;
  return 'leaving';
}

type Tokens = Awaited<ReturnType<typeof client.refreshTokenGrant>>;

function keep(tokens: Tokens, done: string): string {
  store.setItem('refresh', tokens.refresh_token ?? '');
  store.setItem('access', tokens.access_token);
  store.setItem('id', tokens.id_token ?? '');
  const claims = tokens.claims();
  return `${done}: ${claims?.email}, ${claims?.name}`;
}

async function show(work: () => Promise<string>): Promise<void> {
  const outcome = document.querySelector('output');
  const text = await work().catch((error) => `refused: ${error.error ?? error.message}`);
  if (outcome) {
    outcome.textContent = text;
  }
}

const buttons = { signin: signIn, refresh, info: showInfo, signout: signOut };
for (const [id, work] of Object.entries(buttons)) {
  document.getElementById(id)?.addEventListener('click', () => void show(work));
}
await show(async () => (location.pathname === '/callback' ? await finish() : 'ready'));
