import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../src/cli/call.ts';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { addMember } from '../harness/factories.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createPerson, type Person } from '../harness/wire-client.ts';

describe('the console’s calls on the command line', () => {
  let app: TestApp;
  let person: Person;
  let projectId: string;
  beforeAll(async () => {
    app = await createTestApp();
    person = await createPerson(app, 'Grace Hopper');
    projectId = await createPaidSubscription(app, person);
  });
  afterAll(() => app.close());

  async function ask(name: string, ...fields: string[]) {
    const { text, exitCode } = await call(
      { name, fields },
      { ...app, location: await findLocation(app) },
    );
    expect(exitCode).toBe(0);
    return JSON.parse(text);
  }

  it('find, look, act and look again: the answers of the contract, and no operator’s name', async () => {
    const found = await ask('findCustomers', '--text', 'grace');
    expect(found.people).toMatchObject([{ uid: person.uid }]);
    const sheet = await ask(
      'lookAtSubscription',
      '--subscriptionId',
      projectId,
      '--reason',
      'Ticket 3',
    );
    expect(sheet).toMatchObject({ plan_id: 'pro', seen: 0 });
    const [{ id: invoiceId }] = sheet.invoices;
    const refund = ['--subscriptionId', projectId, '--act', 'refund', '--invoiceId', invoiceId];
    const asked = [...refund, '--amount', '250', '--reason', 'Ticket 3', '--seen', '0'];
    expect(await ask('actOnSubscription', ...asked)).toEqual({ number: 1, state: 'done' });
    expect(await ask('actOnSubscription', ...asked)).toEqual({ number: 1, state: 'done' });
    const after = await ask(
      'lookAtSubscription',
      '--subscriptionId',
      projectId,
      '--reason',
      'Ticket 3',
    );
    expect(after.invoices).toMatchObject([{ refunded: 250 }]);
    expect(after.acts[0]).toMatchObject({
      act: 'refund',
      operator: null,
      state: 'done',
      number: 1,
    });
  });

  it('a text of digits stays a text', async () => {
    expect((await ask('findCustomers', '--text', '4242')).projects).toMatchObject([
      { subscriptionId: projectId },
    ]);
  });

  it('acts on a person', async () => {
    const acts = ['--uid', person.uid, '--act', 'disable', '--reason', 'Asked', '--seen', '0'];
    expect(await ask('actOnAccount', ...acts)).toEqual({ number: 1, state: 'done' });
    const { rows } =
      await sql`select 1 from accounts where id = ${person.uid} and disabled_at is not null`.execute(
        app.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('the business', async () => {
    const month = app.clock.now().toISOString().slice(0, 7);
    const { currencies } = await ask('getRevenue', '--from', month, '--to', month);
    expect(currencies).toMatchObject([{ currency: 'usd', months: [{ paying: 1, refunded: 250 }] }]);
  });

  it('transfers a project, and refuses to move one that pays the present price', async () => {
    const heir = await createPerson(app);
    await addMember(app, { subscriptionId: projectId, uid: heir.uid });
    const about = ['--subscriptionId', projectId, '--reason', 'Ticket 4', '--seen', '1'];
    await expect(ask('actOnSubscription', '--act', 'move-price', ...about)).rejects.toThrow(
      'This project does not pay a retired price of a plan that is sold.',
    );
    const given = ['--act', 'transfer', '--memberId', heir.uid];
    const answer = { number: 2, state: 'done' };
    expect(await ask('actOnSubscription', ...given, ...about)).toEqual(answer);
    const { rows } = await sql`
      select owner_id from subscriptions where id = ${projectId}`.execute(app.db);
    expect(rows).toEqual([{ owner_id: heir.uid }]);
  });

  it.each([
    ['nothing', [], 'There is no such call'],
    ['findCustomers', ['--text', 'a'], 'text: must have 2 to 200 characters.'],
    ['actOnAccount', ['--uid', 'x', '--act', 'dance', '--reason', 'Asked', '--seen', '0'], 'act:'],
    ['findCustomers', ['--texts', 'abc'], 'text:'],
  ])('%s with %j: says what is wrong', async (name, fields, sentence) => {
    await expect(ask(name, ...fields)).rejects.toThrow(sentence);
  });
});
