import type Stripe from 'stripe';
import { onEvents, type Resource } from '../routes.ts';
import { invalid, missing } from '../wire/errors.ts';

const mostTypes = 20;

export const events: Resource = {
  routes: [
    onEvents('/v1/events', async (reader, params: Stripe.EventListParams) => {
      const { type, types, created } = params;
      if (type !== undefined && types !== undefined) {
        throw invalid('You may only specify one of these parameters: type, types.');
      }
      if (types && types.length > mostTypes) {
        throw invalid(`You may specify at most ${mostTypes} types.`, 'types');
      }
      const wanted = type === undefined ? types : [type];
      const since = typeof created === 'object' ? created.gte : created;
      const all = await reader.listEvents(since);
      return all.filter(
        (event) => wanted === undefined || wanted.some((one) => isOfType(event.type, one)),
      );
    }),
    onEvents('/v1/events/{id}', async (reader, _, id = '') => {
      const event = await reader.findEvent(id);
      if (!event) {
        throw missing('event', id);
      }
      return event;
    }),
  ],
};

/** `invoice.*` stands for all events of invoices. */
function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
