/** What the fields say. Where Stripe has a sentence, it is Stripe's. */
const texts = {
  en: {
    number: 'Card number',
    exp: 'Expiry date',
    cvc: 'Security code',
    name: 'Full name',
    country: 'Country or region',
    line1: 'Address',
    line2: 'Address line 2',
    city: 'City',
    state: 'State or province',
    postal_code: 'Postal code',
    phone: 'Phone number',
    expPlaceholder: 'MM / YY',
    testCards: 'Test cards',
    incomplete_number: 'Your card number is incomplete.',
    incomplete_expiry: "Your card's expiration date is incomplete.",
    incomplete_cvc: "Your card's security code is incomplete.",
    incomplete_address: 'Please provide a complete address.',
    bankTitle: 'Your bank asks',
    bankText: 'This stands in for the page on which a bank asks the holder of a card.',
    agree: 'Complete authentication',
    refuse: 'Fail authentication',
  },
  zh: {
    number: '卡号',
    exp: '有效期',
    cvc: '安全码',
    name: '姓名',
    country: '国家或地区',
    line1: '地址',
    line2: '地址第二行',
    city: '城市',
    state: '州或省',
    postal_code: '邮政编码',
    phone: '电话号码',
    expPlaceholder: '月 / 年',
    testCards: '测试卡',
    incomplete_number: '卡号不完整。',
    incomplete_expiry: '有效期不完整。',
    incomplete_cvc: '安全码不完整。',
    incomplete_address: '请填写完整的地址。',
    bankTitle: '银行验证',
    bankText: '这里代替银行向持卡人确认付款的页面。',
    agree: '完成验证',
    refuse: '验证失败',
  },
};

export const testCards = [
  ['4242424242424242', { en: 'Works', zh: '成功' }],
  ['4000000000009995', { en: 'Insufficient funds', zh: '余额不足' }],
  ['4000000000000341', { en: 'Is saved, then declined', zh: '可保存，付款被拒' }],
  ['4000002500003155', { en: 'The bank asks once', zh: '银行验证一次' }],
  ['4000002760003184', { en: 'The bank asks every time', zh: '银行每次验证' }],
];

export const countries =
  'AT AU BE BR CA CH CN CZ DE DK ES FI FR GB GR HK HU IE IN IT JP KR LU MX NL NO NZ PL PT RO SE SG TW US ZA';
export const withStates = ['AU', 'BR', 'CA', 'CN', 'IN', 'MX', 'US'];

const isChinese = (locale) =>
  /^zh/.test(locale === 'auto' || !locale ? navigator.language : locale);
export const wordsFor = (locale) => (isChinese(locale) ? texts.zh : texts.en);
export const languageOf = (locale) => (isChinese(locale) ? 'zh' : 'en');
