import { closeEdges, type Frequency, type Language, markEdges } from '@hearth/contract';

interface PageWords {
  /** Titles of the tab, as the web itself sets them. */
  readonly titles: Readonly<Record<'/pricing' | '/signin' | '/signup' | '/reset-password', string>>;
  readonly description: string;
  /** `plans` are names with prices, separated by `separator`. */
  readonly pricing: (name: string, plans: string) => string;
  /** `prices` are those of `price`, separated by `alternative`. */
  readonly plan: (title: string, prices: string) => string;
  readonly price: Readonly<Record<Frequency, (price: string) => string>>;
  readonly alternative: string;
  readonly separator: string;
  readonly needsScript: (name: string) => string;
}

/** Texts of pages for those who run no JavaScript: search engines, and the previews of links. */
export const pageWords: Record<Language, PageWords> = {
  en: {
    titles: {
      '/pricing': 'Plans and prices',
      '/signin': 'Sign in',
      '/signup': 'Sign up',
      '/reset-password': 'Reset password',
    },
    description: 'Sign in to manage your account, your team and your subscriptions.',
    pricing: (name, plans) => `What ${name} costs: ${plans}.`,
    plan: (title, prices) => `${title} ${prices}`,
    price: {
      week: (price) => `${price} per week`,
      month: (price) => `${price} per month`,
      year: (price) => `${price} per year`,
    },
    alternative: ' or ',
    separator: ', ',
    needsScript: (name) => `${name} needs JavaScript. Please turn it on in your browser.`,
  },
  zh: {
    titles: {
      '/pricing': '套餐与价格',
      '/signin': '登录',
      '/signup': '注册',
      '/reset-password': '重置密码',
    },
    description: '登录后即可管理您的账号、团队和订阅。',
    pricing: (name, plans) => closeEdges(`${markEdges(name)} 的价格：${plans}。`),
    plan: (title, prices) => closeEdges(`${markEdges(title)}${prices}`),
    price: {
      week: (price) => `每周 ${price}`,
      month: (price) => `每月 ${price}`,
      year: (price) => `每年 ${price}`,
    },
    alternative: ' 或',
    separator: '、',
    needsScript: (name) => closeEdges(`${markEdges(name)} 需要 JavaScript，请在浏览器中启用。`),
  },
};
