import type { Document, OutputOf, RequestOf, SubscriptionStatus } from '@hearth/contract';
import { expect } from 'vitest';
import type { AppServer } from '../src/app/index.ts';
import type { Database } from '../src/platform/transaction.ts';
import type { Answer } from './harness/wire-client.ts';
import { createProduct } from './product.ts';
import { expectedVerdict, listRoles, type Role, type Who } from './promised-access.ts';

/** A project in which a call is tried, and how to make there what the call needs. */
export interface World {
  readonly subscriptionId: string;
  /** The project's owner. */
  readonly uid: string;
  readonly db: Database;
  /** Makes the call as the owner. */
  make<E extends Document>(entry: E, input: RequestOf<E>): Promise<OutputOf<E>>;
}

type Product = Awaited<ReturnType<typeof createProduct>>;
type Owner = Awaited<ReturnType<Product['createTeam']>>['owner'];
type Owned = World & { readonly owner: Owner };
type Player = Role & { readonly idToken?: string };

/** The product, two projects, and people who knock in both. */
export interface Scene {
  readonly product: Product;
  readonly own: Owned;
  readonly foreign: Owned;
  readonly players: readonly Player[];
}

export async function openScene(appServer: AppServer, folder: URL): Promise<Scene> {
  const product = await createProduct(appServer, folder, { isUnlimited: true });
  const [own, foreign] = [await openWorld(product), await openWorld(product)];
  const roles = listRoles(product.permissions);
  const players = await Promise.all(roles.map((role) => signIn(role, { product, own })));
  return { product, own, foreign, players };
}

export async function openWorld(product: Product): Promise<Owned> {
  const { owner, subscriptionId } = await product.createTeam();
  return {
    owner,
    subscriptionId,
    uid: owner.uid,
    db: product.db,
    async make(entry, input) {
      const answer = await product.call(entry, input, owner);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
  };
}

async function signIn(role: Role, { product, own }: Pick<Scene, 'product' | 'own'>) {
  if (role.name === 'visitor') {
    return role;
  }
  if (role.isOwner) {
    return { ...role, idToken: own.owner.idToken };
  }
  if (role.name === 'operator') {
    return { ...role, idToken: (await product.createOperator()).idToken };
  }
  const { idToken } = await (role.held.length === 0
    ? product.createPerson()
    : product.joinTeam(own, role.held));
  return { ...role, idToken };
}

interface Knock {
  readonly entry: Document;
  readonly who: Who;
  readonly isChange: boolean;
  readonly status: SubscriptionStatus;
  readonly input: object;
}

/** Lets everybody make the call in their own, in a foreign and in an unknown project. */
export async function knock({ entry, input, ...asked }: Knock, scene: Scene) {
  const { product, players, own, foreign } = scene;
  const places = { own, foreign, unknown: { subscriptionId: 'no-such-id' } };
  const expected: Record<string, string> = {};
  const actual: Record<string, string> = {};
  for (const role of players) {
    const bodies = new Map<string, string>();
    const who = role.idToken === undefined ? undefined : { idToken: role.idToken };
    for (const [place, { subscriptionId }] of Object.entries(places)) {
      const moved = 'subscriptionId' in input ? { ...input, subscriptionId } : input;
      const answer = await product.call(entry, moved, who);
      const isOwn = place === 'own';
      expected[`${role.name}, ${place}`] = expectedVerdict(
        { ...asked, role, isOwn },
        product.permissions,
      );
      actual[`${role.name}, ${place}`] = judge(answer);
      bodies.set(place, `${answer.statusCode} ${answer.body}`);
    }
    if ('subscriptionId' in input && asked.who !== 'operator') {
      expect(bodies.get('foreign'), `${role.name}: foreign and unknown`).toBe(
        bodies.get('unknown'),
      );
    }
  }
  return { expected, actual };
}

const accessRefusals = ['access/denied', 'access/owner-only', 'subscription/unpaid'];

/** Any answer but a refusal of access counts as let in; a request that was not understood is no knock. */
function judge(answer: Answer): string {
  if (answer.statusCode === 200) {
    return 'in';
  }
  const code: string = answer.json().error?.details?.code ?? 'no refusal';
  if (code === 'auth/unauthenticated') {
    return 'signed out';
  }
  return accessRefusals.includes(code) || /^(request|server)\//.test(code) ? code : 'in';
}
