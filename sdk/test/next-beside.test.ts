import { join } from 'node:path';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTeam, joinTeam } from '../../server/test/harness/factories.ts';
import { clientSecret, createSignInApp } from '../../server/test/harness/hosted-sign-in.ts';
import { makeKey } from '../../server/test/harness/server-api.ts';
import type { TestApp } from '../../server/test/harness/test-app.ts';
import { callable, type Person } from '../../server/test/harness/wire-client.ts';
import { createHearth, type Standing } from '../src/index.ts';
import { walk } from './walk.ts';

const example = join(import.meta.dirname, '../../examples/next-beside');
const ownUrl = 'https://backend.example';

let app: TestApp;
beforeAll(async () => {
  app = await createSignInApp();
});
afterAll(() => app.close());

/** As `lib/hearth.js` of the example connects it, which Next would have to load. */
async function connect() {
  const { createSignIn } = await import(join(example, 'lib/sign-in.js'));
  const { readProjects } = await import(join(example, 'lib/projects.js'));
  const hearthUrl = app.config.publicUrl;
  const { secret: apiKey } = await makeKey(app, ['standing:read']);
  const hearth = createHearth({ url: hearthUrl, apiKey, clientId: 'backend' });
  const signIn = createSignIn({ oidc, hearthUrl, clientId: 'backend', clientSecret, ownUrl });
  return { hearth, signIn, readProjects };
}

async function signedIn(person: Person) {
  const { signIn, ...others } = await connect();
  const { url, pending } = await signIn.begin();
  const { search } = await walk(app, url, person);
  const { idToken, seconds } = await signIn.finish(search, pending);
  expect(seconds).toBe(3600);
  return { ...others, signIn, idToken };
}

it('signs in through Hearth, and shows plan, limits and for owners the way to billing', async () => {
  const team = await createTeam(app);
  const { hearth, readProjects, signIn, idToken } = await signedIn(team.owner);
  const limited = {
    ...hearth,
    standing: async (uid: string, id: string): Promise<Standing> => ({
      ...(await hearth.standing(uid, id)),
      entitlements: { active: true, limits: { tasks: 10, files: null, export: false } },
    }),
  };
  expect(await readProjects({ hearth: limited, idToken, ownUrl })).toEqual({
    person: expect.objectContaining({ uid: team.owner.uid, name: 'Ada Lovelace' }),
    projects: [
      {
        id: team.subscriptionId,
        name: expect.any(String),
        plan: 'free',
        isActive: true,
        limits: [
          { name: 'tasks', allowed: 'up to 10' },
          { name: 'files', allowed: 'no bound' },
          { name: 'export', allowed: 'not included' },
        ],
        billing: `${app.config.publicUrl}/subscription/${team.subscriptionId}/billing?return_url=https%3A%2F%2Fbackend.example%2F`,
      },
    ],
  });
  expect(await signIn.end(idToken)).toContain(`id_token_hint=${idToken}`);
});

it('shows a member no billing, and no project any more once they were removed', async () => {
  const team = await createTeam(app);
  const member = await joinTeam(app, team);
  const { hearth, readProjects, idToken } = await signedIn(member);
  const read = () => readProjects({ hearth, idToken, ownUrl });
  const [project] = (await read()).projects;
  expect(project).toMatchObject({ id: team.subscriptionId, plan: 'free' });
  expect(project).not.toHaveProperty('billing');
  const data = { subscriptionId: team.subscriptionId, userId: member.uid };
  const removed = await callable(app, 'removeUser', { data, idToken: team.owner.idToken });
  expect(removed.statusCode, removed.body).toBe(200);
  expect((await read()).projects).toEqual([]);
});

it('takes nobody for signed in without a token of its own', async () => {
  const { owner } = await createTeam(app);
  const { hearth, readProjects } = await connect();
  for (const idToken of [undefined, 'nonsense', owner.idToken]) {
    expect(await readProjects({ hearth, idToken, ownUrl })).toBeUndefined();
  }
});
