import type { Language } from '@hearth/contract';

interface PopupWords {
  readonly title: string;
  readonly waiting: string;
  readonly failed: string;
  readonly unknownSite: string;
}

/** Texts of the page that Google's SDK opens; people see it for a moment only. */
export const popupWords: Record<Language, PopupWords> = {
  en: {
    title: 'Sign in',
    waiting: 'Signing in…',
    failed: 'The sign-in could not be completed. Please close this window and try again.',
    unknownSite: 'This site is not allowed to sign people in here.',
  },
  zh: {
    title: '登录',
    waiting: '正在登录…',
    failed: '无法完成登录。请关闭此窗口后重试。',
    unknownSite: '该网站无权在此提供登录。',
  },
};
