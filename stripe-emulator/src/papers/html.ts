import type { Paper } from './paper.ts';
import { paperWords } from './words.ts';

/** A page that prints on one sheet. `root` leads from the page to the emulator's address. */
export function toHtml(paper: Paper, { root, pdf }: { root: string; pdf?: string }): string {
  const { title, status, language, facts, columns, rows, sums, clientSecret } = paper;
  const words = paperWords[language];
  const factList = facts
    .map(({ label, lines }) => `<dt>${text(label)}</dt><dd>${lines.map(text).join('<br>')}</dd>`)
    .join('');
  const body = rows
    .map(
      ({ description, detail, quantity, amount }) =>
        `<tr><td>${text(description)}<small>${text(detail)}</small></td><td>${text(quantity)}</td><td>${text(amount)}</td></tr>`,
    )
    .join('');
  const foot = sums
    .map(
      ({ label, amount, isTotal }) =>
        `<tr${isTotal ? ' class="total"' : ''}><th scope="row" colspan="2">${text(label)}</th><td>${text(amount)}</td></tr>`,
    )
    .join('');
  const download = pdf ? `<p class="screen"><a href="${text(pdf)}">${words.download}</a></p>` : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>${styles}</style></head><body><main>
<h1>${text(title)}</h1><p class="status">${text(status)}</p><dl>${factList}</dl>
<table><thead><tr>${columns.map((column) => `<th scope="col">${text(column)}</th>`).join('')}</tr></thead>
<tbody>${body}</tbody><tfoot>${foot}</tfoot></table>${download}
${clientSecret ? payment(clientSecret, root, paper) : ''}</main></body></html>
`;
}

/** The holder pays here with the same fields as on any page. */
function payment(secret: string, root: string, { language }: Paper): string {
  const { pay } = paperWords[language];
  const settings = JSON.stringify({ secret, language }).replaceAll('<', '\\u003c');
  return `<form class="screen"><div id="card"></div><p role="alert"></p><button>${pay}</button></form>
<script src="${root}/stripe.js"></script><script>
const { secret, language } = ${settings};
const stripe = Stripe('pk_test_page', { locale: language });
const elements = stripe.elements({ clientSecret: secret });
elements.create('payment').mount('#card');
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const typed = await elements.submit();
  const { error } = typed.error
    ? typed
    : await stripe.confirmPayment({ elements, redirect: 'if_required' });
  if (error) {
    document.querySelector('[role=alert]').textContent = error.message;
  } else {
    location.reload();
  }
});
</script>`;
}

const styles = `
body { margin: 0; background: #f6f6f4; color: #1a1b25; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 2rem auto; padding: clamp(1rem, 5vw, 2rem); background: #fff; }
h1 { margin: 0; font-size: 1.5rem; } .status { margin: 0 0 1.5rem; color: #595a63; }
dl { display: grid; grid-template-columns: minmax(min-content, max-content) minmax(0, 1fr); gap: .5rem 1.5rem; } dt { color: #595a63; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .5rem 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 1px solid #8c8fa3; font-weight: 400; color: #595a63; } tfoot th { font-weight: 400; }
tr > :last-child { text-align: right; } td small { display: block; color: #595a63; } .total > * { font-weight: 600; }
button { font: inherit; padding: .6rem 1.2rem; } [role=alert] { color: #b3093c; }
@media print { body { background: #fff; } main { margin: 0; padding: 0; max-width: none; } .screen { display: none; } }`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const text = (value: string) => value.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
