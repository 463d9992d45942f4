import {
  type Access,
  accountActRights,
  anyone,
  type OperatorRight,
  type OperatorRole,
  operatorFor,
  operatorRights,
  operatorRoles,
  signedIn,
  subscriptionActRights,
  wire,
} from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOperatorMatrix, type OperatorMatrix } from './operator-matrix.ts';
import { accountActTable, callTable, subscriptionActTable } from './operator-table.ts';

type Changeable<Key extends string, Value> = Record<Key, Value>;

const rights = operatorRights as unknown as Changeable<OperatorRight, readonly OperatorRole[]>;
const rightNames = Object.keys(rights) as OperatorRight[];
const documents = wire.documents as Changeable<string, { access: Access }>;
const calls = Object.keys(documents).filter((name) => documents[name]?.access.kind === 'operator');

describe('the matrix of operators', () => {
  let matrix: OperatorMatrix;
  beforeAll(async () => {
    matrix = await createOperatorMatrix();
  });
  afterAll(() => matrix.close());

  /** Answers that change while the table has another value, in the rows that the requests begin with. */
  async function misjudgedWith<Key extends string, Value>(
    table: Changeable<Key, Value>,
    [key, value]: readonly [Key, Value],
    isAsked: (cell: OperatorMatrix['cells'][number]) => boolean,
  ): Promise<string[]> {
    const before = table[key];
    table[key] = value;
    try {
      return await matrix.listMisjudged(matrix.cells.filter(isAsked));
    } finally {
      table[key] = before;
    }
  }

  /** Rights that other roles have. */
  const unlike = (right: OperatorRight) =>
    rightNames.filter((other) => String(rights[other]) !== String(rights[right]));

  it('has a row for each call and each act, and no others', () => {
    expect(Object.keys(callTable).sort()).toEqual(calls.sort());
    expect(Object.keys(accountActTable)).toEqual(Object.keys(accountActRights));
    expect(Object.keys(subscriptionActTable)).toEqual(Object.keys(subscriptionActRights));
  });

  it('answers each caller as the table says', async () => {
    expect(await matrix.listMisjudged()).toEqual([]);
  });

  it('answers alike in production, which needs a second factor whatever the policy is', async () => {
    const inProduction = await createOperatorMatrix('production');
    onTestFinished(() => inProduction.close());
    expect(await inProduction.listMisjudged()).toEqual([]);
  });

  it.each(rightNames)('%s given to another role, or taken from one: noticed', async (right) => {
    for (const role of operatorRoles) {
      const held = rights[right];
      const others = held.filter((one) => one !== role);
      const changed = held.includes(role) ? others : [...held, role];
      const isAsked = ({ caller }: { caller: string }) => caller === role;
      expect(await misjudgedWith(rights, [right, changed], isAsked), role).not.toEqual([]);
    }
  });

  it.each(calls)('%s with another access: noticed', async (name) => {
    const { access } = documents[name] ?? expect.fail();
    const right = access.kind === 'operator' ? access.right : expect.fail();
    for (const other of [anyone, signedIn, ...unlike(right).map(operatorFor)]) {
      const entry = documents[name] as Changeable<'access', Access>;
      const isAsked = ({ request }: { request: string }) => request === name;
      const misjudged = await misjudgedWith(entry, ['access', other], isAsked);
      expect(misjudged, JSON.stringify(other)).not.toEqual([]);
    }
  });

  it.each([
    ['on a person', accountActRights as Changeable<string, OperatorRight>],
    ['on a project', subscriptionActRights as Changeable<string, OperatorRight>],
  ])('each act %s with another right: noticed', async (where, table) => {
    for (const [act, right] of Object.entries(table)) {
      for (const other of unlike(right)) {
        const isAsked = ({ request }: { request: string }) => request === `${act} ${where}`;
        const misjudged = await misjudgedWith(table, [act, other], isAsked);
        expect(misjudged, `${act}: ${other}`).not.toEqual([]);
      }
    }
  });
});
