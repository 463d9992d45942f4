import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { anyPermission, member } from '@hearth/contract';
import {
  type AppRoutes,
  randomId,
  recordActivity,
  refuse,
  refuseUnless,
  requireWithin,
} from '@hearth/server/app';
import { countPictures, findPicture, insertPicture } from './picture-store.ts';

const bodyLimit = 2 * 1024 * 1024;

/** Types that are pictures only: an SVG may hold a program. */
const types = ['image/png', 'image/jpeg', 'image/webp'];

interface OnePicture {
  readonly Params: { readonly subscriptionId: string; readonly pictureId: string };
}

export const pictureRoutes: AppRoutes = async (app, { db, clock, authenticate }) => {
  app.post('/subscriptions/:subscriptionId/pictures', { bodyLimit }, async (request) => {
    const { change, client } = await authenticate(request, anyPermission('pictures'));
    const type = request.headers['content-type'] ?? '';
    refuseUnless(types.includes(type), 'picture/wrong-type');
    const bytes = await buffer(request.body as Readable);
    return await change(async (tx, { caller, view, limits }) => {
      const subscriptionId = view.subscription.id;
      requireWithin(limits, 'pictures', await countPictures(tx, subscriptionId));
      const picture = { id: randomId(20), subscriptionId, authorId: caller.uid, type, bytes };
      await insertPicture(tx, { ...picture, at: clock.now() });
      const event = { action: 'picture.added', subscriptionId } as const;
      await recordActivity(tx, event, { caller, clock, client });
      return { id: picture.id };
    });
  });

  app.get<OnePicture>(
    '/subscriptions/:subscriptionId/pictures/:pictureId',
    async (request, reply) => {
      await authenticate(request, member);
      const { subscriptionId, pictureId } = request.params;
      const picture = await findPicture(db, subscriptionId, pictureId);
      const { type, bytes } = picture ?? refuse('picture/not-found');
      return reply.type(type).send(bytes);
    },
  );
};
