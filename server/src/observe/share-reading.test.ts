import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { shareReading } from './share-reading.ts';

describe('a shared reading', () => {
  it('runs once for all who ask meanwhile, and is kept for a while', async () => {
    let readings = 0;
    const read = shareReading(
      async () => {
        readings += 1;
        await sleep(20);
        return readings;
      },
      { keepMs: 200 },
    );
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(await read()).toBe(1);
    await sleep(250);
    expect(await read()).toBe(2);
  });

  it('that is late lets nobody wait, and nobody begin another one', async () => {
    let readings = 0;
    let finish = () => {};
    const read = shareReading(
      async () => {
        readings += 1;
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return 'here';
      },
      { longestMs: 20 },
    );
    expect(await read()).toBeUndefined();
    expect(await read()).toBeUndefined();
    expect(readings).toBe(1);
    finish();
    await sleep(0);
    expect(await read()).toBe('here');
  });

  it('that fails is nothing, and is tried again later', async () => {
    const read = shareReading(() => Promise.reject(new Error('away')), { keepMs: 0 });
    expect(await read()).toBeUndefined();
    expect(await read()).toBeUndefined();
  });
});
