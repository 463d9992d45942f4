import { randomBytes } from 'node:crypto';
import type { Language } from '@hearth/contract';
import type { Config } from '../../config/config.ts';
import { fillText, pageWordsIn } from '../../config/languages/index.ts';
import type { SignInFault } from '../../modules/hosted-sign-in/index.ts';
import { tongueOf } from './tongue.ts';

interface FaultPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The card and the colors of the web's public pages. */
const styles = `*{box-sizing:border-box}body{font:15px/1.55 system-ui,sans-serif;margin:0;min-height:100vh;
display:grid;place-items:center;padding:24px;color-scheme:light dark;
color:light-dark(#1c1917,#f5f3f0);background:light-dark(#faf9f7,#131110)}
main{width:100%;max-width:400px;padding:32px;overflow-wrap:anywhere;border-radius:12px;
border:1px solid light-dark(#e6e2dd,#312d2a);background:light-dark(#fff,#1b1917)}
h1{font-size:22px;line-height:1.3;margin:0 0 8px}p{margin:0 0 16px;color:light-dark(#57524d,#b5aea7)}
a{color:inherit;font-weight:600;display:inline-block;padding:8px 0}`;

/** Page with the fault in words, for when the app is unknown, so that the fault cannot be sent to it. */
export function renderFaultPage(
  {
    kind,
    detail,
  }: {
    readonly kind: SignInFault['kind'] | 'sign-out' | 'busy';
    readonly detail?: string | undefined;
  },
  language: Language,
  { product, otherLanguages }: Pick<Config, 'product' | 'otherLanguages'>,
): FaultPage {
  const { fault: words } = pageWordsIn(language, otherLanguages);
  const nonce = randomBytes(16).toString('base64');
  const { productName } = product;
  const title = kind === 'sign-out' ? words.signOutTitle : words.title;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    headers: {
      'content-security-policy': policy.join('; '),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
    html: `<!doctype html>
<html ${tongueOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${toHtml(`${title} · ${productName}`)}</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>
<h1>${toHtml(title)}</h1>
<p>${toHtml(words.faults[kind])}</p>
${detail ? `<p><small>${toHtml(`${words.detail} ${detail}`)}</small></p>` : ''}
<a href="/">${toHtml(fillText(words.back, { name: productName }, language))}</a>
</main>
</body>
</html>
`,
  };
}

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
