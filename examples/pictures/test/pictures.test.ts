import { createProduct, expectRefusal } from '@hearth/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../contract/index.ts';
import { server } from '../server/index.ts';
import { onePixel } from './screens.ts';

describe('pictures', () => {
  let product: Awaited<ReturnType<typeof createProduct>>;
  beforeAll(async () => {
    product = await createProduct(server, new URL('../', import.meta.url));
  });
  afterAll(() => product.close());

  const { listPictures, listMyPictures } = contract.calls;
  const body = Buffer.from(onePixel.base64, 'base64');
  const upload = (id: string, who: { idToken: string }, type = onePixel.type) =>
    product.send(`POST /api/subscriptions/${id}/pictures`, { who, type, body });

  it('a picture: is shown by its address to those who belong, and the activity has it', async () => {
    const team = await product.createTeam();
    const { owner, subscriptionId } = team;
    const member = await product.joinTeam(team);
    const { id } = (await upload(subscriptionId, owner)).json();

    const listed = await product.call(listPictures, { subscriptionId, page: 1 }, member);
    const { pictures, total } = listed.json();
    expect(total).toBe(1);
    const shown = await product.send(`GET ${pictures[0].address}`);
    expect(shown.headers['content-type']).toBe('image/png');
    expect(shown.rawPayload).toEqual(body);
    expect(shown.headers['cache-control']).toBe('private, no-store');
    const other = pictures[0].address.replace(id, 'other');
    expectRefusal(await product.send(`GET ${other}`), 'signed-address/invalid');
    expect(await product.listActions(subscriptionId, owner)).toContain('picture.added');

    const mine = (await product.call(listMyPictures, {}, owner)).json();
    expect(mine.pictures).toMatchObject([{ id }]);
    expect((await product.call(listMyPictures, {}, member)).json()).toEqual({ pictures: [] });
  });

  it('another project’s picture: is not found', async () => {
    const one = await product.createTeam();
    const other = await product.createTeam();
    const { id } = (await upload(one.subscriptionId, one.owner)).json();
    const path = `/api/subscriptions/${other.subscriptionId}/pictures/${id}`;
    expectRefusal(await product.send(`GET ${path}`, { who: other.owner }), 'picture/not-found');
  });

  it('what is no picture, too large, not permitted or one too many: is refused', async () => {
    const team = await product.createTeam();
    const { owner, subscriptionId } = team;
    const member = await product.joinTeam(team);
    expectRefusal(await upload(subscriptionId, owner, 'image/svg+xml'), 'picture/wrong-type');
    expectRefusal(await upload(subscriptionId, member), 'access/denied');
    const line = `POST /api/subscriptions/${subscriptionId}/pictures` as const;
    const large = { who: owner, type: 'image/png', body: Buffer.alloc(2 * 1024 * 1024 + 1) };
    expectRefusal(await product.send(line, large), 'request/too-large');
    for (let pictures = 0; pictures < 10; pictures += 1) {
      expect((await upload(subscriptionId, owner)).statusCode).toBe(200);
    }
    expectRefusal(await upload(subscriptionId, owner), 'plan/limit-reached');
  });
});
