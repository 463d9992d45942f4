import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { press, user } from '../../../test/person.ts';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

const languages = ['en', 'zh'] as const;
type Language = (typeof languages)[number];

const labels = {
  en: { email: 'Email', password: 'Password', name: 'Full name', again: 'Confirm new password' },
  zh: { email: '邮箱', password: '密码', name: '姓名', again: '确认新密码' },
};
const fresh = { en: 'New password', zh: '新密码' };
const buttons = {
  en: {
    signIn: 'Sign in',
    signUp: 'Sign up',
    reset: 'Send reset link',
    save: 'Save password',
    change: 'Change email',
    recover: 'Restore email',
  },
  zh: {
    signIn: '登录',
    signUp: '注册',
    reset: '发送重置链接',
    save: '保存密码',
    change: '更换邮箱',
    recover: '恢复邮箱',
  },
};

let server = createFakeServer();

interface Screen {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly role: 'alert' | 'status' | 'field';
  /** Leads to the state that shows the words. */
  readonly show: (language: Language) => Promise<void>;
}

async function type(label: string, text: string) {
  await user.type(await screen.findByLabelText(label, {}, deadline), text);
}

function answerWith(answer: () => Response) {
  server.documents.mockImplementation(async () => answer());
}

function refusal(message: string, code: string) {
  const body = { error: { code: 400, message, details: { code } } };
  return Response.json(body, { status: 400 });
}

const expired = () => refusal('EXPIRED_OOB_CODE', 'auth/expired-action-code');
const code = (requestType: string) =>
  Response.json({ requestType, email: 'ada@x.example', newEmail: 'new@x.example' });

const link = (mode: string) => `/auth/action?mode=${mode}&oobCode=c`;

async function openNewPassword(language: Language, [first, second]: readonly [string, string]) {
  answerWith(() => code('PASSWORD_RESET'));
  await visit(link('resetPassword'), server);
  await type(fresh[language], first);
  await type(labels[language].again, second);
  await press(buttons[language].save);
}

/** Every key of the specification's sections 5 and 8 that the public screens show. */
const screens: readonly Screen[] = [
  {
    key: 'failedSignIn',
    en: 'Failed to sign in',
    zh: '登录失败',
    role: 'alert',
    async show(language) {
      await visit('/signin', server);
      await type(labels[language].email, 'ada@x.example');
      await type(labels[language].password, 'wrong!');
      server.identity.trouble = 'INVALID_LOGIN_CREDENTIALS';
      await press(buttons[language].signIn);
    },
  },
  {
    key: 'failedSignUp',
    en: 'Failed to sign up',
    zh: '注册失败',
    role: 'alert',
    async show(language) {
      await visit('/signup', server);
      await type(labels[language].name, 'Ada');
      await type(labels[language].email, 'ada@x.example');
      await type(labels[language].password, 'secret');
      server.identity.trouble = 'EMAIL_EXISTS';
      await press(buttons[language].signUp);
    },
  },
  {
    key: 'failedToSendResetEmail',
    en: 'Failed to send the reset email',
    zh: '重置密码邮件发送失败',
    role: 'alert',
    async show(language) {
      answerWith(() => refusal('TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'));
      await visit('/reset-password', server);
      await type(labels[language].email, 'ada@x.example');
      await press(buttons[language].reset);
    },
  },
  {
    key: 'passwordResetEmailSent',
    en: 'If this address belongs to an account, an email with a link to set a new password is on its way. The link works for one hour.',
    zh: '如果该邮箱已注册，您将很快收到一封包含重置密码链接的邮件。链接一小时内有效。',
    role: 'status',
    async show(language) {
      answerWith(() => Response.json({ email: 'ada@x.example' }));
      await visit('/reset-password', server);
      await type(labels[language].email, 'ada@x.example');
      await press(buttons[language].reset);
    },
  },
  {
    key: 'failedToVerifyEmail',
    en: 'Failed to verify the email address',
    zh: '邮箱验证失败',
    role: 'alert',
    async show() {
      answerWith(expired);
      await visit(link('verifyEmail'), server);
    },
  },
  {
    key: 'verificationFailed',
    en: 'Verification failed',
    zh: '验证失败',
    role: 'alert',
    async show() {
      answerWith(expired);
      await visit(link('resetPassword'), server);
    },
  },
  {
    key: 'verificationFailed, when an email change is applied',
    en: 'Verification failed',
    zh: '验证失败',
    role: 'alert',
    async show(language) {
      answerWith(() => code('VERIFY_AND_CHANGE_EMAIL'));
      await visit(link('verifyAndChangeEmail'), server);
      const button = await screen.findByRole(
        'button',
        { name: buttons[language].change },
        deadline,
      );
      answerWith(() => refusal('EMAIL_EXISTS', 'auth/email-already-in-use'));
      await user.click(button);
    },
  },
  {
    key: 'failedToRecoverEmail',
    en: 'Failed to restore the previous email address',
    zh: '恢复原邮箱失败',
    role: 'alert',
    async show(language) {
      answerWith(() => code('RECOVER_EMAIL'));
      await visit(link('recoverEmail'), server);
      const button = await screen.findByRole(
        'button',
        { name: buttons[language].recover },
        deadline,
      );
      answerWith(expired);
      await user.click(button);
    },
  },
  {
    key: 'invalidOrMissingParameters',
    en: 'Invalid or missing parameters',
    zh: '参数无效或缺失',
    role: 'alert',
    async show() {
      await visit('/auth/action?mode=verifyEmail', server);
    },
  },
  {
    key: 'unsupportedOperation',
    en: 'Unsupported operation',
    zh: '不支持的操作',
    role: 'alert',
    async show() {
      await visit(link('signIn'), server);
    },
  },
  {
    key: 'passwordsNoMatch',
    en: 'Passwords do not match.',
    zh: '两次输入的密码不一致。',
    role: 'field',
    show: (language) => openNewPassword(language, ['secret1', 'secret2']),
  },
  {
    key: 'passwordMismatch',
    en: 'The password must have at least 6 characters.',
    zh: '密码长度不能少于 6 个字符。',
    role: 'field',
    show: (language) => openNewPassword(language, ['short', 'short']),
  },
];

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
});

async function expectShown({ role, ...words }: Screen, language: Language) {
  const sentence = await screen.findByText(words[language], {}, deadline);
  if (role !== 'field') {
    expect(sentence.closest('[role]')?.getAttribute('role')).toBe(role);
    return;
  }
  const described = document.querySelector(`[aria-describedby~="${sentence.id}"]`);
  expect(described?.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(described);
}

describe.each(languages)('in %s', (language) => {
  it.each(screens)('$key', async (each) => {
    localStorage.setItem('i18nextLng', language);
    await each.show(language);
    await expectShown(each, language);
  });
});
