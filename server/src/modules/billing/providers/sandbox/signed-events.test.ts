import { describe, expect, it } from 'vitest';
import { readSignedEvent, signEvent } from './signed-events.ts';

const event = {
  id: 'evt_1',
  type: 'invoice.paid',
  customerId: 'cus_1',
  createdAt: new Date('2026-03-02T09:30:00Z'),
};
const now = new Date('2026-03-02T09:31:00Z');
const key = 'secret';
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('a signed event', () => {
  it('is read as it was written, until it is 5 minutes old', () => {
    const signed = signEvent(event, key, now);
    expect(readSignedEvent(signed, key, now)).toEqual(event);
    expect(readSignedEvent(signed, key, later(300))).toEqual(event);
    expect(readSignedEvent(signed, key, later(301))).toBeUndefined();
    expect(readSignedEvent(signed, key, later(-301))).toBeUndefined();
  });

  it('is not read when it is forged, changed or unsigned', () => {
    const { body, signature } = signEvent(event, key, now);
    const forged = signEvent(event, 'another', now);
    const changed = Buffer.from(body.toString().replace('cus_1', 'cus_2'));
    const younger = signature.replace(/t=\d+/, `t=${Math.floor(later(600).getTime() / 1000)}`);
    expect(readSignedEvent(forged, key, now)).toBeUndefined();
    expect(readSignedEvent({ body: changed, signature }, key, now)).toBeUndefined();
    expect(readSignedEvent({ body, signature: younger }, key, later(600))).toBeUndefined();
    for (const bad of [undefined, '', 't=,v1=', 'v1=00', signature.replace(/v1=.*/, 'v1=zz')]) {
      expect(readSignedEvent({ body, signature: bad }, key, now)).toBeUndefined();
    }
  });

  it('is read by any of several signatures, as when a secret is replaced', () => {
    const { body, signature } = signEvent(event, key, now);
    const both = signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`);
    expect(readSignedEvent({ body, signature: both }, key, now)).toEqual(event);
  });
});
