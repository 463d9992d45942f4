import { describe, expect, it } from 'vitest';
import { isLookalike } from './lookalike-names.ts';
import { renderMail } from './render-mail.ts';

describe('a name poses as the product', () => {
  it.each([
    'Hearth',
    'Hearth Security',
    'The HEARTH team',
    'hearth-support',
    'H e a r t h',
    'H.e.a.r.t.h Billing',
    'Hea rth',
    'HearthSupport',
    'MyHearth',
    'Ｈｅａｒｔｈ',
    'ℍ𝕖𝕒𝕣𝕥𝕙',
    'Héarth',
    'Неаrth',
    'НЕАRТН',
    'Ηearth',
    'Heаrth Security',
    'Hearтһ',
    'H3arth',
    'He4r7h',
    'ʜᴇᴀʀᴛʜ',
    '“Hearth”',
    'Security · Hearth',
  ])('%s', (typed) => {
    expect(isLookalike(typed, 'Hearth')).toBe(true);
  });

  it.each([
    ['Kiln & Co Support', 'Kiln & Co'],
    ['Kiln&Co', 'Kiln & Co'],
    ['KilnCo', 'Kiln & Co'],
    ['Go', 'Go'],
    ['The Go team', 'Go'],
    ['G o', 'Go'],
    ['BILLIQ', 'Billiq'],
    ['Вilliq', 'BiIIiq'],
    ['炉火安全中心', '炉火'],
    ['Очаг', 'Очаг'],
  ])('%s, where the product is %s', (typed, product) => {
    expect(isLookalike(typed, product)).toBe(true);
  });

  it.each([
    ['Ada Lovelace', 'Hearth'],
    ['Heath Ledger', 'Hearth'],
    ['The Arthur Foundation', 'Hearth'],
    ['Earth & Heart', 'Hearth'],
    ['Gordon Hugo', 'Go'],
    ['Илья Репин', 'Hearth'],
    ['李小龙', '炉火'],
    ['', 'Hearth'],
    ['Ada', '!!!'],
  ])('but not %s, where it is %s', (typed, product) => {
    expect(isLookalike(typed, product)).toBe(false);
  });
});

const setting = { productName: 'Hearth', publicUrl: 'https://hearth.example' };
const about = { name: 'Ada', link: 'https://hearth.example/invite?token=abc' };

it.each([
  ['en', 'You are invited to join a project at Hearth'],
  ['zh', undefined],
] as const)('a mail in %s comes from nobody instead', async (language, subject) => {
  const posing = { kind: 'invitation', ...about, hostName: 'Hеarth Security' } as const;
  const mail = await renderMail(
    { ...posing, subscriptionName: 'Hearth' },
    { ...setting, language },
  );
  const nameless = { kind: 'invitation', ...about, hostName: '', subscriptionName: '' } as const;
  const plain = await renderMail(nameless, { ...setting, language });
  expect(mail).toEqual(plain);
  expect(mail.subject).toBe(subject ?? plain.subject);
});

it('a person who is called like the product is still greeted by name', async () => {
  const content = { kind: 'password-changed', name: 'Max Hearth' } as const;
  const mail = await renderMail(content, { ...setting, language: 'en' });
  expect(mail.text).toContain('Hello Max Hearth,');
});
