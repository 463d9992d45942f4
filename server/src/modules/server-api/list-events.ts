import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { toEvent } from './event.ts';
import { isEvent, listStoredEvents } from './event-store.ts';
import { read } from './operation.ts';
import { toPage } from './page.ts';

/** Changes that programs may see, oldest first. */
export const listEvents = read(contract.listEvents, async (input, { db, settings }) => {
  const events = await listStoredEvents(db, input);
  const isKnown =
    events.length > 0 || input.after === undefined || (await isEvent(db, input.after));
  refuseUnless(isKnown, 'event/unknown');
  return toPage(events, input, (event) => toEvent(event, settings));
});
