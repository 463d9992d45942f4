import { describe, expect, it } from 'vitest';
import { toTrialMailbox } from './trial-mailbox.ts';

describe('the mailbox that a trial is noted for', () => {
  it.each([
    ['a.da+2@gmail.com', 'ada@gmail.com'],
    ['A.D.A@GoogleMail.com', 'ada@gmail.com'],
    ['ada+x+y@gmail.com', 'ada@gmail.com'],
    ['ada+shop@outlook.com', 'ada@outlook.com'],
    ['ada+shop@pm.me', 'ada@proton.me'],
    ['ada@M\u00dcLLER.de', 'ada@xn--mller-kva.de'],
    ['ada@xn--mller-kva.de.', 'ada@xn--mller-kva.de'],
    ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ])('of %s is %s', (email, mailbox) => {
    expect(toTrialMailbox(email)).toBe(mailbox);
  });

  it.each(['a.da@outlook.com', 'ada+2@example.com', 'a.da@example.com', '+2@outlook.com'])(
    'of %s is itself, since another may have the one without',
    (email) => {
      expect(toTrialMailbox(email)).toBe(email);
    },
  );
});
