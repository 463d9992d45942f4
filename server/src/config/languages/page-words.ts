import { type BuiltInLanguage, closeEdges, type Language, markEdges } from '@hearth/contract';

/** Texts that the server itself writes into pages, with what is filled in between double braces. */
export const englishPages = {
  /** Pages for those who run no JavaScript: search engines, and the previews of links. */
  page: {
    /** Titles of the tab, as the web itself sets them. */
    titles: {
      '/pricing': 'Plans and prices',
      '/signin': 'Sign in',
      '/signup': 'Sign up',
      '/reset-password': 'Reset password',
    },
    description: 'Sign in to manage your account, your team and your subscriptions.',
    /** `plans` are names with prices, separated by `separator`. */
    pricing: 'What {{name}} costs: {{plans}}.',
    /** `prices` are those of `price`, separated by `alternative`. */
    plan: '{{title}} {{prices}}',
    price: {
      week: '{{price}} per week',
      month: '{{price}} per month',
      year: '{{price}} per year',
    },
    alternative: ' or ',
    separator: ', ',
    needsScript: '{{name}} needs JavaScript. Please turn it on in your browser.',
  },
  /** Page that Google's SDK opens; people see it for a moment only. */
  popup: {
    title: 'Sign in',
    waiting: 'Signing in…',
    failed: 'The sign-in could not be completed. Please close this window and try again.',
    unknownSite: 'This site is not allowed to sign people in here.',
  },
  /** Page about a sign-in for another front end that cannot go on. */
  fault: {
    title: 'Sign-in not possible',
    signOutTitle: 'Sign-out not possible',
    back: 'Go to {{name}}',
    /** Before the words for developers. */
    detail: 'For the developers of the app:',
    faults: {
      client: 'The app that sent you here is not known. Please tell the people who run it.',
      address:
        'The app that sent you here asks for an address that is not its own. Please tell the people who run it.',
      expired:
        'This sign-in has expired, or was started in another browser. Please go back to the app and sign in again.',
      failed: 'Something went wrong on our side. Please go back to the app and try again.',
      request:
        'The app that sent you here sent a faulty request. Please tell the people who run it.',
      /** No person to sign out was named. */
      'sign-out':
        'The app did not say whom to sign out. You can sign out here, in the menu of your account.',
      busy: 'Too many attempts. Please wait a moment and try again.',
    },
  },
};

export type PageWords = typeof englishPages;

const chinesePages: PageWords = {
  page: {
    titles: {
      '/pricing': '套餐与价格',
      '/signin': '登录',
      '/signup': '注册',
      '/reset-password': '重置密码',
    },
    description: '登录后即可管理您的账号、团队和订阅。',
    pricing: '{{name}} 的价格：{{plans}}。',
    plan: '{{title}} {{prices}}',
    price: { week: '每周 {{price}}', month: '每月 {{price}}', year: '每年 {{price}}' },
    alternative: ' 或',
    separator: '、',
    needsScript: '{{name}} 需要 JavaScript，请在浏览器中启用。',
  },
  popup: {
    title: '登录',
    waiting: '正在登录…',
    failed: '无法完成登录。请关闭此窗口后重试。',
    unknownSite: '该网站无权在此提供登录。',
  },
  fault: {
    title: '无法登录',
    signOutTitle: '无法退出登录',
    back: '前往 {{name}}',
    detail: '供应用开发者参考：',
    faults: {
      client: '无法识别将您带到此处的应用。请联系该应用的运营方。',
      address: '将您带到此处的应用请求了不属于它的地址。请联系该应用的运营方。',
      expired: '本次登录已过期，或是在另一个浏览器中开始的。请返回应用重新登录。',
      failed: '我们这边出现了问题。请返回应用重试。',
      request: '将您带到此处的应用发出的请求有误。请联系该应用的运营方。',
      'sign-out': '应用没有说明要退出哪个账号。您可以在这里的账号菜单中退出登录。',
      busy: '尝试次数过多。请稍候再试。',
    },
  },
};

export const builtInPages: Readonly<Record<BuiltInLanguage, PageWords>> = {
  en: englishPages,
  zh: chinesePages,
};

/** Writes values into a text; Chinese sets Latin ones apart. */
export function fillText(
  text: string,
  values: Readonly<Record<string, string>>,
  language: Language,
): string {
  const isChinese = language === 'zh';
  const filled = text.replace(/\{\{([^{}]*)\}\}/g, (_found, name: string) => {
    const value = values[name] ?? '';
    return isChinese ? markEdges(value) : value;
  });
  return isChinese ? closeEdges(filled) : filled;
}
