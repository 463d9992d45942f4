import type { verification as enVerification } from '../en/verification.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const verification = {
  resend: '重新发送验证邮件',
  sent: '验证链接已发送至 {{email}}。',
  failed: '验证邮件发送失败',
  tooMany: '验证邮件请求过于频繁，请稍后再试。',
} as const satisfies LocaleShape<typeof enVerification>;
