import { builtInLanguages as languages } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import type { billingMails } from './kinds/billing.ts';
import type { ContentOf, MailContent } from './kinds/index.ts';
import { renderMail } from './render-mail.ts';

type BillingContent = Extract<MailContent, { kind: keyof typeof billingMails }>;

const site = { productName: 'Kiln', publicUrl: 'https://hearth.example' };
const about = { name: 'Ada', subscriptionName: 'Engine', link: 'https://hearth.example/billing' };
const usd = (amount: number) => ({ amount, currency: 'usd' });
const visa = { brand: 'visa', last4: '4242' };
const leapDay = '2028-02-29T23:59:59.999Z';

const receipt: ContentOf<'receipt'> = {
  kind: 'receipt',
  ...about,
  number: 'EDC-0042',
  issuedAt: leapDay,
  plan: 'Pro',
  frequency: null,
  total: usd(123_456),
  subtotal: null,
  discount: null,
  tax: null,
  fromCredit: usd(0),
  credited: usd(0),
  charged: usd(123_456),
  isPaidOutside: false,
  card: visa,
  invoiceLink: 'https://pay.example/invoice',
};
const failed: ContentOf<'payment-failed'> = {
  kind: 'payment-failed',
  ...about,
  owed: usd(1_000),
  card: visa,
  retryAt: leapDay,
  isUncollectible: false,
};
const changed: ContentOf<'plan-changed'> = {
  kind: 'plan-changed',
  ...about,
  from: 'Pro',
  to: 'Enterprise',
  frequency: { from: null, to: null },
  cost: { charged: usd(1_429), credit: usd(0) },
  next: { total: usd(3_000), at: leapDay },
  trialEnd: null,
};

/** Rows of the mail's table, as they are in its text too. */
async function listed(content: BillingContent, language: 'en' | 'zh'): Promise<string[]> {
  const { html, text } = await renderMail(content, { ...site, language });
  const rows = html.matchAll(/<th[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)</g);
  const colon = language === 'zh' ? '：' : ': ';
  const lines = [...rows].map(([, label, value]) => label + colon + value);
  expect(text.split('\n')).toEqual(expect.arrayContaining(lines));
  return lines;
}

async function textOf(content: BillingContent, language: 'en' | 'zh'): Promise<string> {
  const { subject, text } = await renderMail(content, { ...site, language });
  return `${subject}\n${text.replaceAll(/\s+/g, ' ')}`;
}

describe('a receipt', () => {
  it.each([
    {
      parts: { subtotal: usd(12_000), discount: usd(2_000), tax: usd(1_000), total: usd(11_000) },
      paid: { carried: usd(2), charged: usd(11_002) },
      lines: [
        'Period: Feb 29, 2028 – Mar 7, 2028',
        'Subtotal: $120.00',
        'Discount: $20.00',
        'Tax: $10.00',
        'Amount: $110.00',
        'Owed from before: $0.02',
        'Paid by Visa ending in 4242: $110.02',
      ],
    },
    {
      parts: { subtotal: usd(2), discount: null, tax: usd(1), total: usd(2) },
      paid: { carried: usd(-2), charged: usd(0) },
      lines: [
        'Period: Feb 29, 2028 – Mar 7, 2028',
        'Subtotal: $0.02',
        'Including tax: $0.01',
        'Amount: $0.02',
        'Added to the next invoice: $0.02',
      ],
    },
  ])('names every part, so that the lines add up: $lines', async ({ parts, paid, lines }) => {
    const period = { from: leapDay, to: '2028-03-07T12:00:00.000Z' };
    const given = { ...receipt, ...parts, ...paid, period };
    expect((await listed(given, 'en')).slice(3)).toEqual(lines);
    expect(await listed(given, 'zh')).toHaveLength(lines.length + 3);
  });

  it('lists what was paid for, how much and with what', async () => {
    expect(await listed(receipt, 'en')).toEqual([
      'Invoice: EDC-0042',
      'Date: Feb 29, 2028',
      'Plan: Pro',
      'Amount: $1,234.56',
      'Paid by Visa ending in 4242: $1,234.56',
    ]);
    expect(await listed({ ...receipt, plan: '专业版' }, 'zh')).toEqual([
      '发票编号：EDC-0042',
      '日期：2028年2月29日',
      '套餐：专业版',
      '金额：$1,234.56',
      'Visa 卡（尾号 4242）支付：$1,234.56',
    ]);
  });

  it.each([
    ['week', 'Plan: Pro, billed weekly', '套餐：Pro，按周计费'],
    ['month', 'Plan: Pro, billed monthly', '套餐：Pro，按月计费'],
    ['year', 'Plan: Pro, billed yearly', '套餐：Pro，按年计费'],
    [null, 'Plan: Pro', '套餐：Pro'],
  ] as const)('given a plan that is charged per %s: says so', async (frequency, en, zh) => {
    expect((await listed({ ...receipt, frequency }, 'en'))[2]).toBe(en);
    expect((await listed({ ...receipt, frequency }, 'zh'))[2]).toBe(zh);
  });

  it('tells what a credit note took off, and that it was paid another way', async () => {
    const part = {
      ...receipt,
      credited: usd(23_456),
      charged: usd(100_000),
      isPaidOutside: true,
      card: null,
    };
    expect((await listed(part, 'en')).slice(-2)).toEqual([
      'Taken off by a credit note: $234.56',
      'Paid another way, no card was charged: $1,000.00',
    ]);
    expect((await listed(part, 'zh')).slice(-2)).toEqual([
      '贷记通知单减免：$234.56',
      '以其他方式付清，未从银行卡扣款：$1,000.00',
    ]);
  });

  it('tells what credit paid, and names no card that was not charged', async () => {
    const part = { ...receipt, fromCredit: usd(23_456), charged: usd(100_000) };
    expect((await listed(part, 'en')).slice(-2)).toEqual([
      'From your credit: $234.56',
      'Paid by Visa ending in 4242: $1,000.00',
    ]);
    const all = { ...receipt, fromCredit: receipt.total, charged: usd(0) };
    expect((await listed(all, 'en')).slice(-2)).toEqual([
      'Amount: $1,234.56',
      'From your credit: $1,234.56',
    ]);
    expect(await textOf(all, 'en')).not.toContain('Visa');
    expect((await listed(all, 'zh')).slice(-1)).toEqual(['余额抵扣：$1,234.56']);
  });

  it('does without what is not known', async () => {
    const bare = { ...receipt, number: null, plan: null, card: null, invoiceLink: null };
    expect(await listed(bare, 'en')).toEqual([
      'Date: Feb 29, 2028',
      'Amount: $1,234.56',
      'Paid: $1,234.56',
    ]);
    const { links, html } = await renderMail(bare, { ...site, language: 'en' });
    expect(links).toEqual([about.link]);
    expect(html).toContain('Open billing');
  });

  it.each([
    [{ amount: 5_000, currency: 'jpy' }, '¥5,000'],
    [{ amount: 5_000, currency: 'eur' }, '€50.00'],
    [{ amount: 5_000, currency: 'cny' }, 'CN¥50.00'],
    [{ amount: 5_000, currency: 'kwd' }, 'KWD\u00a05.000'],
  ])('writes %j as %s in both languages', async (charged, written) => {
    for (const language of languages) {
      const { subject } = await renderMail({ ...receipt, charged }, { ...site, language });
      expect(subject.endsWith(written), subject).toBe(true);
    }
  });
});

describe('a failed payment', () => {
  it('says how much, from where and when it is tried again', async () => {
    const en = await textOf(failed, 'en');
    expect(en).toContain('The payment of $10.00 for “Engine” at Kiln failed\n');
    expect(en).toContain(
      'We could not collect $10.00 for “Engine” at Kiln from your Visa ending in 4242.',
    );
    expect(en).toContain('Otherwise we try again on Feb 29, 2028.');
    const zh = await textOf(failed, 'zh');
    expect(zh).toContain('Kiln 项目“Engine”扣款失败：$10.00\n');
    expect(zh).toMatch(
      /\sKiln 项目“Engine”的 \$10\.00 款项未能从您的 Visa 卡（尾号 4242）中扣取。/,
    );
    expect(zh).toContain('否则我们会于 2028年2月29日再次扣款');
  });

  it('promises no day that nobody knows, and names no card that is not there', async () => {
    const bare = { ...failed, owed: null, card: null, retryAt: null };
    const en = await textOf(bare, 'en');
    expect(en).toContain('The last payment for “Engine” at Kiln failed\n');
    expect(en).toContain('We could not collect the last payment for “Engine” at Kiln.');
    expect(en).toContain('Otherwise we try again in the next few days.');
    const zh = await textOf(bare, 'zh');
    expect(zh).toContain('的上一笔款项未能扣取。');
    expect(zh).toContain('否则我们会在接下来几天内再次扣款');
  });

  it('promises no further attempt for an invoice that is uncollectible', async () => {
    const given = { ...failed, owed: null, retryAt: null, isUncollectible: true };
    const en = await textOf(given, 'en');
    expect(en).toContain('We no longer collect this invoice');
    expect(en).not.toMatch(/try again|charged immediately/);
    const zh = await textOf(given, 'zh');
    expect(zh).toContain('不再催收这张发票');
    expect(zh).not.toContain('再次扣款，');
  });

  it('knows UnionPay by its Chinese name, and keeps the word for a brand that is new', async () => {
    const unionpay = { ...failed, card: { brand: 'unionpay', last4: '0005' } };
    expect(await textOf(unionpay, 'zh')).toContain('银联卡（尾号 0005）');
    expect(await textOf(unionpay, 'en')).toContain('UnionPay ending in 0005');
    const unknown = { ...failed, card: { brand: 'moonpay', last4: '0005' } };
    expect(await textOf(unknown, 'en')).toContain('moonpay ending in 0005');
  });
});

describe('the end of a subscription', () => {
  const ends = {
    owner: { en: 'You canceled “Engine” at Kiln.', ask: 'If it was not you', zh: '您取消了' },
    operator: {
      en: 'Support canceled “Engine” at Kiln.',
      ask: 'If you did not expect this',
      zh: '客服取消了',
    },
    provider: {
      en: 'The payment provider ended “Engine” at Kiln.',
      ask: 'If you did not expect this',
      zh: '支付服务商结束了',
    },
  };

  it.each(['owner', 'operator', 'provider'] as const)(
    'by the %s is told as such',
    async (canceledBy) => {
      const content = { kind: 'subscription-canceled', ...about, canceledBy } as const;
      const words = ends[canceledBy];
      const en = await textOf(content, 'en');
      expect(en).toContain('“Engine” at Kiln was canceled');
      for (const part of [words.en, words.ask, 'Nothing more is charged.']) {
        expect(en).toContain(part);
      }
      expect(await textOf(content, 'zh')).toContain(words.zh);
    },
  );

  it('on the day that was set for it is not told as something sudden', async () => {
    const content = { kind: 'subscription-canceled', ...about, canceledBy: 'ending' } as const;
    const en = await textOf(content, 'en');
    expect(en).toContain('“Engine” at Kiln has ended');
    expect(en).toContain('ended as scheduled');
    expect(en).not.toContain('immediately');
    const zh = await textOf(content, 'zh');
    expect(zh).toContain('已在设定的日期结束');
    expect(zh).not.toContain('立即');
  });
});

describe('a card that is missing', () => {
  const missing = { kind: 'card-missing', ...about, neededAt: leapDay } as const;

  it('says when it is needed, and nothing of a day where nothing is charged', async () => {
    expect(await textOf(missing, 'en')).toContain('The next invoice is due on Feb 29, 2028.');
    expect(await textOf(missing, 'zh')).toContain('下一张发票将于');
    const last = { ...missing, neededAt: null };
    expect(await textOf(last, 'en')).not.toContain('next invoice');
    expect(await textOf(last, 'zh')).not.toContain('下一张发票');
  });
});

describe('time free of charge', () => {
  const given = { kind: 'free-time', ...about, freeUntil: leapDay, plan: null } as const;

  it.each([
    ['renewals', given, 'Feb 29, 2028', '2028年2月29日'],
    [
      'renewals, ended',
      { ...given, freeUntil: null },
      'renews at its price again',
      '恢复按原价续订',
    ],
    ['a plan', { ...given, plan: 'Pro' }, 'Pro free of charge until', 'Pro'],
    [
      'a plan, ended',
      { ...given, plan: 'Free', freeUntil: null },
      'on Free again',
      '已恢复为 Free',
    ],
  ] as const)('%s: says so in the subject', async (_, content, english, chinese) => {
    for (const [language, words] of [
      ['en', english],
      ['zh', chinese],
    ] as const) {
      const [subject = ''] = (await textOf(content, language)).split('\n');
      expect(subject).toContain(words);
    }
  });
});

describe('a renewal in three weeks', () => {
  const total = { amount: 40_000, currency: 'usd' };
  const ahead = {
    kind: 'renewal-ahead',
    ...about,
    plan: 'Pro',
    total,
    chargeAt: leapDay,
    card: visa,
  } as const;

  it('says the day, the sum and the card', async () => {
    const text = await textOf(ahead, 'en');
    expect(text).toContain('It renews for another year on Feb 29, 2028.');
    expect(text).toContain('We will charge $400.00 to your Visa ending in 4242 on that day.');
    expect(await textOf(ahead, 'zh')).toContain('届时将从您的 Visa 卡（尾号 4242）扣款 $400.00。');
  });

  it('names no card where credit covers it', async () => {
    const covered = { ...ahead, total: { ...total, amount: 0 } };
    expect(await textOf(covered, 'en')).toContain('no card is charged');
    expect(await textOf(covered, 'zh')).toContain('不会从银行卡扣款');
  });
});

describe('a card that expires before the next charge', () => {
  const expiring = {
    kind: 'card-expiring',
    ...about,
    total: { amount: 4_000, currency: 'usd' },
    chargeAt: leapDay,
    card: { ...visa, expMonth: 1, expYear: 2028, hasExpired: false },
  } as const;

  it('is named with its last month, before that and after it', async () => {
    expect(await textOf(expiring, 'en')).toContain('expires at the end of January 2028.');
    expect(await textOf(expiring, 'zh')).toContain('将于 2028年1月底到期');
    const expired = { ...expiring, card: { ...expiring.card, hasExpired: true } };
    expect(await textOf(expired, 'en')).toContain('expired at the end of January 2028.');
    expect(await textOf(expired, 'zh')).toContain('已于 2028年1月底到期');
  });
});

describe('a changed plan', () => {
  it('lists both plans, what it cost and what comes next', async () => {
    expect(await listed(changed, 'en')).toEqual([
      'From: Pro',
      'To: Enterprise',
      'Charged now: $14.29',
      'Next charge: $30.00 on Feb 29, 2028',
    ]);
    const down = { ...changed, cost: { charged: usd(0), credit: usd(1_429) } };
    expect(await listed({ ...down, from: '企业版', to: '专业版' }, 'zh')).toEqual([
      '原套餐：企业版',
      '新套餐：专业版',
      '余额，用于抵扣之后的发票：$14.29',
      '下次扣款：$30.00，2028年2月29日',
    ]);
  });

  it('says that the price has changed where the plan has not', async () => {
    const same = { ...changed, from: null, to: 'Pro' };
    const en = await textOf(same, 'en');
    expect(en).toContain('The price of “Engine” at Kiln has changed');
    expect(en).toContain('The price of “Engine” at Kiln was changed just now');
    expect(await listed(same, 'en')).toEqual([
      'Plan: Pro',
      'Charged now: $14.29',
      'Next charge: $30.00 on Feb 29, 2028',
    ]);
    const zh = { ...same, to: '专业版' };
    expect(await textOf(zh, 'zh')).toContain('Kiln 项目“Engine”的价格已变更');
    expect(await textOf(zh, 'zh')).toContain('的价格刚刚变更');
    expect((await listed(zh, 'zh'))[0]).toBe('套餐：专业版');
  });

  it('says how often each plan is billed, where that is known', async () => {
    const yearly = { ...changed, frequency: { from: 'month', to: 'year' } } as const;
    expect((await listed(yearly, 'en')).slice(0, 2)).toEqual([
      'From: Pro, billed monthly',
      'To: Enterprise, billed yearly',
    ]);
    expect(await textOf(yearly, 'en')).toContain('is now on the Enterprise plan');
    const free = { ...changed, to: '免费版', frequency: { from: 'week', to: null } } as const;
    expect((await listed({ ...free, from: '专业版' }, 'zh')).slice(0, 2)).toEqual([
      '原套餐：专业版，按周计费',
      '新套餐：免费版',
    ]);
  });

  it('says that the billing period has changed where the plan has not', async () => {
    const frequency = { from: 'month', to: 'year' } as const;
    const same = { ...changed, from: null, to: 'Pro', frequency };
    const en = await textOf(same, 'en');
    expect(en).toContain('“Engine” at Kiln is now billed yearly');
    expect(en).toContain('The billing period of “Engine” at Kiln was changed just now');
    expect((await listed(same, 'en'))[0]).toBe('Plan: Pro, billed yearly instead of monthly');
    const zh = await textOf({ ...same, to: '专业版' }, 'zh');
    expect(zh).toContain('Kiln 项目“Engine”已改为按年计费');
    expect(zh).toContain('的计费周期刚刚变更');
    expect((await listed({ ...same, to: '专业版' }, 'zh'))[0]).toBe(
      '套餐：专业版，按年计费（原为按月计费）',
    );
  });

  it('given one frequency before and after: only the price has changed', async () => {
    const frequency = { from: 'month', to: 'month' } as const;
    const same = { ...changed, from: null, to: 'Pro', frequency };
    expect(await textOf(same, 'en')).toContain('The price of “Engine” at Kiln has changed');
    expect((await listed(same, 'en'))[0]).toBe('Plan: Pro, billed monthly');
  });

  it('tells of no amounts where none are known', async () => {
    const free = { ...changed, to: 'Free', cost: null, next: null };
    expect(await listed(free, 'en')).toEqual(['From: Pro', 'To: Free', 'Next charge: none']);
  });

  it('in a trial: says until when it is, and that nothing is charged before', async () => {
    const inTrial = { ...changed, cost: null, trialEnd: leapDay };
    expect((await listed(inTrial, 'en')).slice(2)).toEqual([
      'Trial: until Feb 29, 2028; nothing is charged before that day',
      'Next charge: $30.00 on Feb 29, 2028',
    ]);
    expect((await listed(inTrial, 'zh')).slice(2)).toEqual([
      '试用期：至 2028年2月29日，在此之前不会扣款',
      '下次扣款：$30.00，2028年2月29日',
    ]);
    const ending = { ...inTrial, next: null };
    expect((await listed(ending, 'en')).slice(2)).toEqual([
      'Trial: until Feb 29, 2028',
      'Next charge: none',
    ]);
    expect((await listed(ending, 'zh')).slice(2)).toEqual([
      '试用期：至 2028年2月29日',
      '下次扣款：无',
    ]);
  });

  it('names no sum of zero, and no charge that is not known', async () => {
    const covered = { ...changed, cost: null, next: { total: usd(0), at: leapDay } };
    expect((await listed(covered, 'en')).slice(2)).toEqual([
      'Next invoice: Feb 29, 2028, nothing is due',
    ]);
    expect((await listed(covered, 'zh')).slice(2)).toEqual(['下一张发票：2028年2月29日，无需付款']);
    const { next: _, ...unknown } = { ...changed, cost: null };
    expect(await listed(unknown, 'en')).toEqual(['From: Pro', 'To: Enterprise']);
  });
});

describe('a scheduled plan', () => {
  const scheduled = {
    kind: 'plan-change-scheduled',
    ...about,
    plan: 'Pro',
    frequency: 'month',
    takesEffectAt: leapDay,
    next: usd(4_000),
  } as const;

  it('says the first charge, and that nothing is due where credit covers it', async () => {
    expect(await textOf(scheduled, 'en')).toContain('The first charge is $40.00 on that day.');
    expect(await textOf(scheduled, 'zh')).toContain('届时首次扣款 $40.00。');
    const covered = { ...scheduled, next: usd(0) };
    expect(await textOf(covered, 'en')).toContain('Nothing is due on that day either.');
    expect(await textOf(covered, 'zh')).toContain('现在不扣款。届时也无需付款。');
  });
});

describe('what needs the person', () => {
  it.each(languages)('names the sum in %s, or does without', async (language) => {
    for (const kind of ['authentication-needed', 'subscription-unpaid'] as const) {
      const known = await textOf({ kind, ...about, owed: usd(1_000) }, language);
      const unknown = await textOf({ kind, ...about, owed: null }, language);
      expect(known).toContain('$10.00');
      expect(unknown).toMatch(
        language === 'en' ? /the last payment|what is due now/ : /上一笔|所欠款项/,
      );
      expect(unknown).not.toMatch(/\$|null/);
    }
  });
});
