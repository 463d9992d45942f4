import { example, purchaseExample } from './example.mjs';
import { outline } from './outline.mjs';

const styles = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem;color:#1c1917;background:#fff}
a{color:inherit}h1{font-size:1.75rem}pre{overflow:auto}pre code{overflow-wrap:normal}h2{font-size:1.25rem;margin:2.5rem 0 .5rem}h3{font-size:1rem;margin:0}
code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}
nav ul{columns:14rem;padding:0;list-style:none;margin:0;overflow-wrap:anywhere}td code{white-space:nowrap}
details{border-top:1px solid #d6d3d1;padding:.5rem 0}summary{cursor:pointer}summary h3{display:inline}
summary code{display:block;color:#57534e}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:.875rem}
th,td{text-align:start;vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #e7e5e4}
.d1{padding-inline-start:1.25rem}.d2{padding-inline-start:2.5rem}.d3{padding-inline-start:3.75rem}.d4{padding-inline-start:5rem}
@media(prefers-color-scheme:dark){body{color:#f5f5f4;background:#1c1917}summary code{color:#a8a29e}
details{border-color:#44403c}th,td{border-color:#292524}}`;

/** The document as a page without scripts; its one style is allowed by its hash. */
export function toPage(document) {
  const { title, groups, types, refusals } = outline(document);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>${toHtml(title)}</h1>
${introduction}
</header>
<nav aria-label="Calls">${groups.map(toList).join('')}</nav>
<main>
${groups.map(toGroup).join('\n')}
<h2 id="types">Types</h2>
${types.map(toType).join('\n')}
<h2 id="refusals">All refusals</h2>
${refusalTable(refusals.map((one) => ({ ...one, words: one.identity ?? one.status })))}
</main>
</body>
</html>
`;
}

const introduction = `<p>The same as OpenAPI 3.1: <a href="/openapi.json">openapi.json</a>.</p>
<p>Accounts and sessions speak the Identity Toolkit protocol: the API key is in <code>?key=</code> or in the header
<code>x-goog-api-key</code>, the ID token in the field <code>idToken</code>. Callables (<code>/functions/…</code>) take
<code>{"data": …}</code> and answer <code>{"data": …}</code>; the tables show what is in <code>data</code>. They and documents
(<code>/v1/…</code>) take the ID token in the header <code>Authorization: Bearer …</code>. The server API
(<code>/server/v1/…</code>) takes an API key (<code>hearth_sk_…</code>) there and is for programs only. A subscription is what
screens and mails call a project.</p>
<p><a href="/config.json">/config.json</a> answers the API key, the region, the ids of the plans and the keys of the permissions.
With curl and jq, signing up, making a project, naming it and inviting somebody; the address is good for one account:</p>
<pre tabindex="0"><code>${toHtml(example)}</code></pre>
<p>Buying a plan, with the variables from above. <code>paymentMethodId</code> is a card that the browser has given to the payment
provider; the sandbox and Stripe's test mode take <code>pm_card_visa</code> in its place. Where the answer has a
<code>clientSecret</code>, the bank wants the payment confirmed in the browser (<code>stripe.confirmCardPayment(clientSecret)</code>), and the
project is <code>incomplete</code> until then. A request that is repeated with its <code>idempotency-key</code> buys nothing twice and
gets the first answer again; use a new key for each purchase.</p>
<pre tabindex="0"><code>${toHtml(purchaseExample)}</code></pre>
<p>A refusal is <code>{"error": {"status", "message", "details": {"code"}}}</code>; decide by <code>code</code>. Fields marked with ?
may be left out. A newer server may answer more fields than are listed.</p>`;

function toList({ name, operations }) {
  const links = operations.map(
    (one) => `<li><a href="#${one.name}">${toHtml(one.isCall ? one.name : one.address)}</a></li>`,
  );
  return `<h2>${toHtml(name)}</h2><ul>${links.join('')}</ul>`;
}

function toGroup({ name, operations }) {
  return `<h2>${toHtml(name)}</h2>\n${operations.map(toOperation).join('\n')}`;
}

function toOperation(one) {
  const { name, isCall, address, text, access, only, input, output, others, refusals, common } =
    one;
  const heading = isCall ? `<h3>${toHtml(name)}</h3> ` : '';
  return `<details id="${name}" open><summary>${heading}<code>${toHtml(address)}</code></summary>
<p>${toText(text)}${only ? ` Only ${toHtml(only)}.` : ''}</p>
${access ? `<p>Who may call: ${toText(access)}</p>` : ''}
${fieldTable('Takes', input)}${fieldTable('Answers', output)}${refusals.length > 0 ? refusalTable(refusals) : ''}
${others.length > 0 ? `<ul>${others.map(toOther).join('')}</ul>` : ''}
${common.length > 0 ? `<p>${refusals.length > 0 ? 'Also' : 'Refusals'}: ${common.map(toCode).join(', ')}.</p>` : ''}
</details>`;
}

function toOther({ status, text }) {
  return `<li>${status}: ${toText(text)}</li>`;
}

function toType({ name, text, fields }) {
  return `<details id="type-${name}" open><summary><h3>${toHtml(name)}</h3></summary>
<p>${toText(text)}</p>${fieldTable('Fields', fields)}</details>`;
}

function fieldTable(title, fields) {
  if (fields.length === 0) {
    return '';
  }
  const rows = fields.map(({ depth, name, kind, isOptional, text }) => {
    const field = name === '' ? '' : toCode(name) + (isOptional ? '?' : '');
    return `<tr><td class="d${depth}">${field}</td><td>${toHtml(kind)}</td><td>${toText(text)}</td></tr>`;
  });
  const head = `<tr><th scope="col">${title}</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>`;
  return toTable(head, rows);
}

function refusalTable(refusals) {
  const rows = refusals.map(
    ({ code, httpStatus, words, message }) =>
      `<tr><td>${toCode(code)}</td><td>${httpStatus}</td><td>${toHtml(words)}</td><td>${toHtml(message)}</td></tr>`,
  );
  const head = ['Refuses', 'HTTP', 'Word', 'Sentence'].map(
    (word) => `<th scope="col">${word}</th>`,
  );
  return toTable(`<tr>${head.join('')}</tr>`, rows);
}

function toTable(head, rows) {
  return `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function toCode(text) {
  return `<code>${toHtml(text)}</code>`;
}

/** A comment's words, with its code set apart. */
function toText(text) {
  return toHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function toHtml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
