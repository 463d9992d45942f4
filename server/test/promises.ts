import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppContract, Document, RequestOf } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppServer } from '../src/app/index.ts';
import type { Who } from './promised-access.ts';
import { knock, openScene, openWorld, type Scene, type World } from './promised-scene.ts';

interface Row<E extends Document> {
  /** Callers that are let in, written down apart from the call. */
  readonly who: Who;
  /** Input that succeeds for the owner of an active project. */
  input(world: World): RequestOf<E> | Promise<RequestOf<E>>;
}

interface Written<Contract extends AppContract> {
  /** One for each call: a missing one does not compile. */
  readonly authorization: {
    readonly [Name in keyof Contract['calls']]: Row<Contract['calls'][Name]>;
  };
  /** Calls that change something and record no activity, each with its reason. */
  readonly unrecorded?: { readonly [Name in keyof Contract['calls']]?: string };
}

interface AnyRow {
  readonly who: Who;
  input(world: World): unknown;
}

/** Promises of a product about its calls; `holdPromises` tests them. */
export interface Promises {
  readonly contract: AppContract;
  readonly authorization: Readonly<Record<string, AnyRow>>;
  readonly unrecorded: Readonly<Record<string, string | undefined>>;
}

export function definePromises<Contract extends AppContract>(
  contract: Contract,
  { authorization, unrecorded = {} }: Written<Contract>,
): Promises {
  return { contract, authorization, unrecorded };
}

const statuses = ['active', 'past_due', 'unpaid', 'canceled', 'incomplete'] as const;

/**
 * Tests of each call of the product: who is let in, by permission, status of the project and place; a record for each
 * change; and a test that names each refusal. `folder` is that of `app/`.
 */
export function holdPromises(appServer: AppServer, promises: Promises, folder: URL): void {
  const { contract, authorization, unrecorded } = promises;
  const rows = Object.entries(authorization);
  const isChange = (name: string) => appServer.operations[name]?.kind !== 'read';
  const entryOf = (name: string) => contract.calls[name] ?? expect.fail(`no call ${name}`);

  describe('the promises of the product', () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(appServer, folder);
    });
    afterAll(() => scene.product.close());

    it('there is a row for each call', () => {
      expect(Object.keys(authorization).sort()).toEqual(Object.keys(contract.calls).sort());
    });

    it.each(rows)('%s: lets in who may, by permission, status and place', async (name, row) => {
      const { product, own } = scene;
      await product.setStatus(own.subscriptionId, 'active');
      const input = Object(await row.input(own));
      const asked = { entry: entryOf(name), who: row.who, isChange: isChange(name), input };
      for (const status of statuses) {
        await product.setStatus(own.subscriptionId, status);
        const { expected, actual } = await knock({ ...asked, status }, scene);
        expect(actual, status).toEqual(expected);
      }
    });

    it.each(rows.filter(([name]) => isChange(name)))(
      '%s: succeeds for an owner, and the activity has it, or a reason why not is written down',
      async (name, row) => {
        const { product } = scene;
        const world = await openWorld(product);
        const input = await row.input(world);
        const list = () => product.listActions(world.subscriptionId, world.owner);
        const before = await list();
        const answer = await product.call(entryOf(name), input, world.owner);
        expect(answer.statusCode, answer.body).toBe(200);
        const isRecorded = (await list()).length > before.length;
        expect(isRecorded, `recorded; reason against: ${unrecorded[name]}`).toBe(!unrecorded[name]);
      },
    );

    it('each refusal is named in a test', async () => {
      const text = await readTests(fileURLToPath(folder));
      const codes = Object.keys(contract.refusals ?? {});
      expect(codes.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
    });
  });
}

async function readTests(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const tests = names.filter((name) => /\.test\.tsx?$/.test(name) && !/node_modules/.test(name));
  const texts = await Promise.all(tests.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}
