import { expect, it } from 'vitest';
import { newWebhookSecret, signWebhook } from './webhook-signature.ts';

const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
};

it('signs as the libraries of Standard Webhooks do', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const expected = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signWebhook(message, [secret])).toBe(expected);
});

it('signs with each secret after a rotation', () => {
  const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
  const [first, second, ...rest] = signWebhook(message, [newer, older]).split(' ');
  expect([first, second, rest]).toEqual([
    signWebhook(message, [newer]),
    signWebhook(message, [older]),
    [],
  ]);
  expect(first).not.toBe(second);
});

it('makes secrets of 32 bytes', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
