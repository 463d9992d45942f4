import { createTeam } from '../harness/factories.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { type Action, type Changes, written } from './recorder.ts';

export type ProgramAction = Extract<Action, 'subscription.metadata-updated'>;

/** Cases of programs with an API key, which are no people and so no actors. */
export const programChanges: Record<ProgramAction, Changes> = {
  'subscription.metadata-updated': {
    async updateSubscriptionRecord(app) {
      const { subscriptionId } = await createTeam(app);
      const { id, secret } = await makeKey(app);
      const body = { metadata: { tenant: 't_1' } };
      const rows = await written(app, () =>
        callServer(app, `PATCH /subscriptions/${subscriptionId}`, { secret, body }),
      );
      const origin = { address: '127.0.0.1', user_agent: `API key ${id}` };
      return { rows, actor: null, subject: subscriptionId, origin };
    },
  },
};
