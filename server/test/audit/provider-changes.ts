import { signInByLink } from '../harness/email-sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  createPerson,
  createVerifiedPerson,
  identity,
  newAddress,
  type Person,
  receivedCode,
} from '../harness/wire-client.ts';
import { type Action, about, type Changes, written } from './recorder.ts';

export type ProviderAction = Extract<
  Action,
  | 'account.provider-linked'
  | 'account.provider-unlinked'
  | 'account.link-reverted'
  | 'account.unlink-reverted'
  | 'account.taken-over'
>;

/** Cases of the sign-ins at providers that open an account. */
export const providerChanges: Record<ProviderAction, Changes> = {
  'account.provider-linked': {
    async signInWithIdp(app) {
      const ada = await createVerifiedPerson(app);
      const rows = await written(app, () => social(app, { email: ada.email }));
      return { rows, ...about(ada), also: ['session.opened'] };
    },
  },
  'account.provider-unlinked': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      await social(app, { email: ada.email });
      const rows = await written(app, () => update(app, ada, { deleteProvider: ['google.com'] }));
      return { rows, ...about(ada) };
    },
  },
  'account.link-reverted': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      await social(app, { email: ada.email });
      const code = await receivedCode(app, ada.email, 'provider-linked');
      return { rows: await written(app, () => applyCode(app, code)), ...about(ada) };
    },
  },
  'account.unlink-reverted': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      await social(app, { email: ada.email });
      await update(app, ada, { deleteProvider: ['google.com'] });
      const code = await receivedCode(app, ada.email, 'provider-unlinked');
      return { rows: await written(app, () => applyCode(app, code)), ...about(ada) };
    },
  },
  'account.taken-over': {
    async signInWithIdp(app) {
      const squatter = await createPerson(app);
      const rows = await written(app, () => social(app, { email: squatter.email }));
      const also: Action[] = ['account.provider-linked', 'session.opened'];
      return { rows, ...about(squatter), also };
    },
    async signInWithEmailLink(app) {
      const squatter = await createPerson(app);
      const rows = await written(app, () => signInByLink(app, squatter.email));
      return { rows, ...about(squatter), also: ['session.opened'] };
    },
  },
};

export const update = (app: TestApp, { idToken }: Person, body: object) =>
  identity(app, '/v1/accounts:update', { idToken, ...body });

/** Signs in at the sandbox's Google as somebody new, whose address Google vouches for. */
export const social = (app: TestApp, claims: object) =>
  identity(app, '/v1/accounts:signInWithIdp', {
    postBody: new URLSearchParams({
      providerId: 'google.com',
      id_token: JSON.stringify({
        sub: newAddress(),
        email_verified: true,
        hd: 'example.com',
        ...claims,
      }),
    }).toString(),
    requestUri: 'http://localhost',
    returnSecureToken: true,
  });
