import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFacebookProvider } from './facebook-provider.ts';
import { createGithubProvider } from './github-provider.ts';
import type { Flow, SocialProvider } from './provider.ts';
import { createTwitterProvider } from './twitter-provider.ts';

const keys = { clientId: 'our-app', clientSecret: 'our-secret' };
const flow: Flow = {
  state: 'the-state',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'https://hearth.example/auth/callback',
};
const answer = new URLSearchParams({ code: 'the-code', state: flow.state });
const basic = `Basic ${Buffer.from('our-app:our-secret').toString('base64')}`;

type Network = Record<string, () => Response | Promise<Response>>;

/** Stands in for the providers' hosts; answers what was asked of them. */
function connect(network: Network) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    const { origin, pathname } = new URL(request.url);
    const found = network[`${request.method} ${origin}${pathname}`];
    return found ? found() : new Response('{}', { status: 404 });
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

const token = () => Response.json({ access_token: 'their-token', token_type: 'bearer' });

const github: Network = {
  'POST https://github.com/login/oauth/access_token': token,
  'POST https://api.github.com/applications/our-app/token': () =>
    Response.json({ app: { client_id: 'our-app' }, user: { id: 1 } }),
  'GET https://api.github.com/user': () =>
    Response.json({ id: 583231, login: 'ada', name: null, avatar_url: 'https://gh.example/a.png' }),
  'GET https://api.github.com/user/emails': () =>
    Response.json([
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'ada@example.com', primary: true, verified: true },
    ]),
};
const facebook: Network = {
  'POST https://graph.facebook.com/v26.0/oauth/access_token': token,
  'GET https://graph.facebook.com/v26.0/debug_token': () =>
    Response.json({ data: { app_id: 'our-app', is_valid: true, user_id: '7' } }),
  'GET https://graph.facebook.com/v26.0/me': () =>
    Response.json({
      id: '7',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      picture: { data: { url: 'https://fb.example/a.png', is_silhouette: false } },
    }),
};
const twitter: Network = {
  'POST https://api.twitter.com/2/oauth2/token': token,
  'GET https://api.x.com/2/users/me': () =>
    Response.json({
      data: { id: '9', name: 'Ada', profile_image_url: 'https://x.example/a.png' },
    }),
};

const providers: [string, SocialProvider, Network][] = [
  ['GitHub', createGithubProvider(keys), github],
  ['Facebook', createFacebookProvider(keys), facebook],
  ['Twitter', createTwitterProvider(keys), twitter],
];

const refusal = (code: string) => expect.objectContaining({ code });

describe.each(providers)('%s', (name, provider, network) => {
  const tokenPath = Object.keys(network)[0] ?? '';

  it('sends people to its own page with our state', async () => {
    const url = new URL(await provider.authorizationUri(flow));
    expect(url.protocol).toBe('https:');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'our-app',
      redirect_uri: flow.redirectUri,
      state: 'the-state',
    });
    // Facebook is asked without PKCE; there only state and cookie bind the answer.
    const challenge = createHash('sha256').update(flow.codeVerifier).digest('base64url');
    expect(url.searchParams.get('code_challenge')).toBe(name === 'Facebook' ? null : challenge);
  });

  it('exchanges the code with our secret', async () => {
    const [request] = await requestsOf(() => provider.redeem(answer, flow), network);
    const form = Object.fromEntries(new URLSearchParams(await request?.text()));
    expect(form).toMatchObject({ code: 'the-code', redirect_uri: flow.redirectUri });
    if (name === 'Facebook') {
      expect(form.client_secret).toBe('our-secret');
    } else {
      expect(form.code_verifier).toBe(flow.codeVerifier);
      expect(request?.headers.get('authorization')).toBe(basic);
    }
  });

  it.each<[string, string, () => Response | Promise<Response>]>([
    ['auth/invalid-provider-answer', 'says that the code is wrong', badCode],
    ['auth/invalid-provider-answer', 'gives no token', () => Response.json({})],
    ['auth/invalid-provider-answer', 'answers nonsense', () => new Response('<html>')],
    ['auth/provider-unavailable', 'is broken', () => new Response('', { status: 502 })],
    ['auth/provider-unavailable', 'is away', () => Promise.reject(new TypeError('fetch failed'))],
  ])('refuses with %s when it %s', async (code, _, response) => {
    connect({ ...network, [tokenPath]: response });
    await expect(provider.redeem(answer, flow)).rejects.toEqual(refusal(code));
  });

  it('refuses an answer without a code, or with two', async () => {
    connect(network);
    for (const search of ['state=x', 'code=a&code=b']) {
      await expect(provider.redeem(new URLSearchParams(search), flow)).rejects.toEqual(
        refusal('auth/invalid-provider-answer'),
      );
    }
  });

  it('refuses a credential without an access token', async () => {
    connect(network);
    await expect(provider.verify({ idToken: 'x' })).rejects.toEqual(
      refusal('auth/invalid-provider-answer'),
    );
  });
});

function badCode(): Response {
  return Response.json({ error: 'invalid_grant', error_description: 'no' }, { status: 400 });
}

async function requestsOf(work: () => Promise<unknown>, network: Network): Promise<Request[]> {
  const requests = connect(network);
  await work();
  return requests;
}

describe('GitHub', () => {
  const provider = createGithubProvider(keys);

  it('is believed about its primary address, which opens no account', async () => {
    connect(github);
    expect(await provider.redeem(answer, flow)).toEqual({
      provider: 'github.com',
      subject: '583231',
      email: 'ada@example.com',
      emailVerified: true,
      emailAuthoritative: false,
      displayName: 'ada',
      photoUrl: 'https://gh.example/a.png',
      profile: expect.objectContaining({ login: 'ada', id: 583231 }),
    });
  });

  it('may give no address', async () => {
    connect({
      ...github,
      'GET https://api.github.com/user/emails': () => new Response('{}', { status: 403 }),
    });
    expect(await provider.redeem(answer, flow)).toMatchObject({ email: null });
  });

  it('vouches for access tokens of our own app only', async () => {
    const check = 'POST https://api.github.com/applications/our-app/token';
    const requests = connect(github);
    expect(await provider.verify({ accessToken: 't' })).toMatchObject({ subject: '583231' });
    expect(await requests[0]?.json()).toEqual({ access_token: 't' });
    for (const response of [
      () => new Response('{}', { status: 404 }),
      () => Response.json({ app: { client_id: 'another-app' } }),
      () => Response.json({}),
    ]) {
      connect({ ...github, [check]: response });
      await expect(provider.verify({ accessToken: 't' })).rejects.toEqual(
        refusal('auth/invalid-provider-answer'),
      );
    }
  });
});

describe('Facebook', () => {
  const provider = createFacebookProvider(keys);

  it('is not believed about addresses', async () => {
    connect(facebook);
    expect(await provider.redeem(answer, flow)).toEqual({
      provider: 'facebook.com',
      subject: '7',
      email: 'ada@example.com',
      emailVerified: false,
      emailAuthoritative: false,
      displayName: 'Ada Lovelace',
      photoUrl: 'https://fb.example/a.png',
      profile: expect.objectContaining({ id: '7', name: 'Ada Lovelace' }),
    });
  });

  it('is asked in one version, which Meta still serves', async () => {
    const requests = connect(facebook);
    await provider.redeem(answer, flow);
    const asked = [await provider.authorizationUri(flow), ...requests.map(({ url }) => url)];
    const versions = asked.map((url) => new URL(url).pathname.split('/')[1]);
    expect(versions).toEqual(['v26.0', 'v26.0', 'v26.0']);
  });

  it('vouches for access tokens of our own app only', async () => {
    connect(facebook);
    expect(await provider.verify({ accessToken: 't' })).toMatchObject({ subject: '7' });
    for (const data of [
      { app_id: 'another-app', is_valid: true },
      { app_id: 'our-app', is_valid: false },
      undefined,
    ]) {
      connect({
        ...facebook,
        'GET https://graph.facebook.com/v26.0/debug_token': () => Response.json({ data }),
      });
      await expect(provider.verify({ accessToken: 't' })).rejects.toEqual(
        refusal('auth/invalid-provider-answer'),
      );
    }
  });
});

describe('Twitter', () => {
  it('may give no address', async () => {
    connect(twitter);
    expect(await createTwitterProvider(keys).redeem(answer, flow)).toMatchObject({
      provider: 'twitter.com',
      subject: '9',
      email: null,
      emailVerified: false,
    });
  });

  it('does not vouch for access tokens', async () => {
    connect(twitter);
    await expect(createTwitterProvider(keys).verify({ accessToken: 't' })).rejects.toEqual(
      refusal('auth/invalid-provider-answer'),
    );
  });
});
