import { closeEdges, type Language, markEdges } from '@hearth/contract';
import type { SignInFault } from '../../modules/hosted-sign-in/index.ts';

interface FaultWords {
  readonly title: string;
  /** Shown for the fault `sign-out`. */
  readonly signOutTitle: string;
  readonly back: (name: string) => string;
  /** Before the words for developers. */
  readonly detail: string;
  readonly faults: Readonly<Record<SignInFault['kind'] | 'sign-out' | 'busy', string>>;
}

/** Texts of the page about a sign-in for another front end that cannot go on. */
export const faultWords: Record<Language, FaultWords> = {
  en: {
    title: 'Sign-in not possible',
    signOutTitle: 'Sign-out not possible',
    back: (name) => `Go to ${name}`,
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
      'sign-out':
        'The app did not say whom to sign out. You can sign out here, in the menu of your account.',
      busy: 'Too many attempts. Please wait a moment and try again.',
    },
  },
  zh: {
    title: '无法登录',
    signOutTitle: '无法退出登录',
    back: (name) => closeEdges(`前往 ${markEdges(name)}`),
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
