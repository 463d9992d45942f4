import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTeam, joinTeam } from '../../server/test/harness/factories.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import {
  clientSecret,
  createBrowser,
  createSignInApp,
  goOn,
} from '../../server/test/harness/hosted-sign-in.ts';
import { makeKey } from '../../server/test/harness/server-api.ts';
import type { TestApp } from '../../server/test/harness/test-app.ts';
import { callable, type Person } from '../../server/test/harness/wire-client.ts';
import { createHearth, type Standing } from '../src/index.ts';

const sdk = join(import.meta.dirname, '..');
const example = join(sdk, '../examples/next-beside');
const run = promisify(execFile);
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

/** Follows the address to Hearth, whose page finishes the sign-in; answers the address that leads back. */
async function walk(url: string, person: Person): Promise<URL> {
  const browser = createBrowser();
  const response = await browser.open(url);
  const page = new URL(response.headers.get('location') ?? '', url);
  const interaction = page.searchParams.get('interaction') ?? expect.fail(page.href);
  return new URL(await goOn(app, { browser, interaction, person }));
}

async function signedIn(person: Person) {
  const { signIn, ...others } = await connect();
  const { url, pending } = await signIn.begin();
  const { search } = await walk(url, person);
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

it.runIf(process.env.HEARTH_LONG)(
  'as a program of its own, installed from the packed SDK by its lock file and built, signs a person in',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-next-beside-'));
    onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
    await cp(example, folder, {
      recursive: true,
      filter: (path) => !/node_modules|\.next|\.tgz$/.test(path),
    });
    await run('npm', ['pack', '--pack-destination', folder], { cwd: sdk });
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    const port = await freePort();
    const { owner, subscriptionId } = await createTeam(app);
    const { secret } = await makeKey(app, ['standing:read']);
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      NEXT_TELEMETRY_DISABLED: '1',
      HEARTH_URL: app.config.publicUrl,
      HEARTH_API_KEY: secret,
      HEARTH_CLIENT_ID: 'backend',
      HEARTH_CLIENT_SECRET: clientSecret,
      APP_URL: ownUrl,
    };
    const next = join(folder, 'node_modules/next/dist/bin/next');
    await run(process.execPath, [next, 'build'], { cwd: folder, env });
    const program = spawn(process.execPath, [next, 'start', '--port', String(port)], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void program.kill());
    const open = (path: string, cookie = '') =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers: { cookie } });
    const text = (path: string, cookie?: string) =>
      open(path, cookie).then(
        (answer) => answer.text(),
        () => '',
      );
    await expect.poll(() => text('/'), { timeout: 60_000 }).toContain('Sign in');
    const begun = await open('/signin');
    const back = await walk(begun.headers.get('location') ?? '', owner);
    const signed = await open(`/callback${back.search}`, cookiesOf(begun));
    expect(signed.headers.get('location')).toBe(`${ownUrl}/`);
    const page = await text('/', cookiesOf(signed));
    expect(page).toContain('Ada Lovelace');
    expect(page).toContain(`/subscription/${subscriptionId}/billing?return_url=`);
  },
  600_000,
);

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
