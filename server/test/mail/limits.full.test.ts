import { describe, expect, it } from 'vitest';
import { createTeam } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  applyCode,
  callable,
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  identityWith,
  newAddress,
  receivedCode,
  resetPassword,
} from '../harness/wire-client.ts';

const minute = 60_000;

const limitedApp = () => createOwnTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

const from = (address: string) => ({ 'x-forwarded-for': address });

const ask = (app: TestApp, body: object, address: string): Promise<Answer> =>
  identityWith(app, { path: '/v1/accounts:sendOobCode', body, headers: from(address) });

const askReset = (app: TestApp, email: string, address: string) =>
  ask(app, { requestType: 'PASSWORD_RESET', email }, address);

async function countSent(app: TestApp, to: string): Promise<number> {
  return (await receivedMails(app, to)).length;
}

const network = '198.51.100.1';
const home = '203.0.113.9';

describe('mails to one mailbox', () => {
  it('are not stopped by requests that the limit of one network refuses', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    for (const _time of Array(100)) {
      await askReset(app, newAddress(), network);
    }
    for (const _time of Array(30)) {
      expectIdentityRefusal(await askReset(app, email, network), 'auth/too-many-requests');
    }
    expect((await askReset(app, email, home)).statusCode).toBe(200);
    expect(await countSent(app, email)).toBe(1);
    // In the network itself the refused requests have spent nothing either.
    app.clock.advance(20_000);
    expect((await askReset(app, email, network)).statusCode).toBe(200);
  });

  it('are not stopped by one network, however long it goes on', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    for (let step = 0; step < 24; step += 1) {
      app.clock.advance(5 * minute);
      for (const _time of Array(6)) {
        await askReset(app, email, network);
      }
    }
    const before = await countSent(app, email);
    expect((await askReset(app, email, home)).statusCode).toBe(200);
    expect(await countSent(app, email)).toBe(before + 1);
  });

  it('are few from one network: five, then one every five minutes', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    const answers: Answer[] = [];
    for (const _time of Array(8)) {
      answers.push(await askReset(app, email, network));
    }
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    expect(await countSent(app, email)).toBe(5);
    app.clock.advance(5 * minute);
    expect((await askReset(app, email.toUpperCase(), network)).statusCode).toBe(200);
    expectIdentityRefusal(await askReset(app, email, network), 'auth/too-many-requests');
  });

  it('are few from the networks of one IPv6 /48 together', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    for (let index = 0; index < 20; index += 1) {
      await askReset(app, email, `2001:db8:7:${index}::1`);
    }
    expect(await countSent(app, email)).toBe(5);
  });

  it('asked for from many networks: limited, with the same answer', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    const unknown = newAddress();
    const bodies = new Set<string>();
    for (let index = 0; index < 30; index += 1) {
      for (const one of [email, unknown]) {
        const answer = await askReset(app, one, `198.51.100.${index}`);
        expect(answer.statusCode).toBe(200);
        bodies.add(answer.body.replace(one, 'address'));
      }
    }
    expect(bodies.size).toBe(1);
    expect(await countSent(app, email)).toBe(10);
    expect(await countSent(app, unknown)).toBe(0);
  });

  it('hold a link that works whenever others have used the allowance up', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    for (let index = 0; index < 30; index += 1) {
      await askReset(app, email, `198.51.100.${index}`);
    }
    expect((await askReset(app, email, home)).statusCode).toBe(200);
    const oobCode = await receivedCode(app, email, 'reset-password');
    const reset = await resetPassword(app, { oobCode, newPassword: 'another horse' });
    expect(reset.statusCode).toBe(200);
    // All links went with the reset, so the next request is mailed at once.
    const before = await countSent(app, email);
    expect((await askReset(app, email, home)).statusCode).toBe(200);
    expect(await countSent(app, email)).toBe(before + 1);
  });

  it('are counted by reason: five verification mails leave the reset and invitations', async () => {
    const app = await limitedApp();
    const { email, idToken } = await createPerson(app);
    const verify = () => ask(app, { requestType: 'VERIFY_EMAIL', idToken }, network);
    for (const _time of Array(5)) {
      expect((await verify()).statusCode).toBe(200);
    }
    expectIdentityRefusal(await verify(), 'auth/too-many-requests');
    expect((await askReset(app, email, network)).statusCode).toBe(200);
    const { owner, subscriptionId } = await createTeam(app);
    const data = { subscriptionId, email, permissions: ['access'] };
    const call = { data, idToken: owner.idToken, headers: from(network) };
    expect((await callable(app, 'createInvite', call)).statusCode).toBe(200);
    expect((await applyCode(app, await receivedCode(app, email, 'verify-email'))).statusCode).toBe(
      200,
    );
  });

  it('about a change of address leave the resets of that mailbox', async () => {
    const app = await limitedApp();
    const { idToken } = await createVerifiedPerson(app);
    const newEmail = newAddress();
    const change = () =>
      ask(app, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }, network);
    for (const _time of Array(5)) {
      expect((await change()).statusCode).toBe(200);
    }
    expectIdentityRefusal(await change(), 'auth/too-many-requests');
    expect((await askReset(app, newEmail, network)).statusCode).toBe(200);
  });
});

describe('mails', () => {
  it('to many mailboxes are limited by network', async () => {
    const app = await limitedApp();
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => askReset(app, newAddress(), network)),
    );
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(10);
  });

  it('that are asked for all at once empty nobody else’s bucket', async () => {
    const app = await limitedApp();
    const { email } = await createPerson(app);
    for (const _time of Array(99)) {
      await askReset(app, newAddress(), network);
    }
    await Promise.all(Array.from({ length: 40 }, () => askReset(app, email, network)));
    expect(await countSent(app, email)).toBe(1);
    for (let index = 0; index < 9; index += 1) {
      await askReset(app, email, `198.51.100.${100 + index}`);
    }
    expect(await countSent(app, email)).toBe(10);
  });
});
