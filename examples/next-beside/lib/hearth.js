import { createHearth } from '@hearth/sdk';
import * as oidc from 'openid-client';
import { createSignIn } from './sign-in.js';

const {
  HEARTH_URL = 'http://localhost:3000',
  HEARTH_CLIENT_ID: clientId = 'next-beside',
  HEARTH_API_KEY,
  HEARTH_CLIENT_SECRET,
} = process.env;

/** Address under which people reach this program. */
export const ownUrl = process.env.APP_URL ?? 'http://localhost:4001';

/** The API key stays on this side: no file with `use client` imports this one. */
export const hearth = createHearth({ url: HEARTH_URL, apiKey: HEARTH_API_KEY, clientId });

export const signIn = createSignIn({
  oidc,
  hearthUrl: HEARTH_URL,
  clientId,
  clientSecret: HEARTH_CLIENT_SECRET,
  ownUrl,
});

/** Cookies that scripts cannot read, and that come along when another site links here. */
export const cookieOptions = {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: ownUrl.startsWith('https:'),
};

export const cookieNames = { idToken: 'id-token', pending: 'pending-sign-in' };
