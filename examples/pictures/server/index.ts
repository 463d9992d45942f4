import { type AppServer, defineServer } from '@hearth/server/app';
import { contract } from '../contract/index.ts';
import { pictureRoutes } from './pictures/picture-routes.ts';
import { clearPictureAuthor, countPictures, listOwnPictures } from './pictures/picture-store.ts';
import { listMyPictures, listPictures } from './pictures/pictures.ts';

export const server: AppServer = defineServer({
  contract,
  operations: { listMyPictures, listPictures },
  routes: pictureRoutes,
  hooks: {
    async beforeAccountDeletion(tx, { uid }) {
      await clearPictureAuthor(tx, uid);
    },
    exportAccount: async (db, uid) => ({ pictures: await listOwnPictures(db, uid) }),
    countUsed: async (db, subscriptionId) => ({
      pictures: await countPictures(db, subscriptionId),
    }),
  },
});
