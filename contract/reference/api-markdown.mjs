import { placeholders } from './api-document.mjs';
import { example, purchaseExample } from './example.mjs';
import { outline } from './outline.mjs';

/** docs/api.md: the document for readers of the repository. */
export function toMarkdown(document) {
  const { groups, types, refusals } = outline(document);
  const text = [
    introduction,
    ...groups.flatMap(({ name, operations }) => [
      `## ${name}`,
      ...operations.map((one) => (one.isCall ? toCall(one) : toAddress(one))),
    ]),
    '## Types',
    ...types.map(({ name, text: about, fields }) =>
      [`### ${name}`, about, fieldTable('Fields', fields)].filter(Boolean).join('\n\n'),
    ),
    '## All refusals',
    refusalTable(refusals.map((one) => ({ ...one, words: one.identity ?? one.status }))),
  ].join('\n\n');
  return `${text.replaceAll(placeholders.region, '<region>')}\n`;
}

const introduction = `# API

Made from the contract by \`npm run api-docs\`; change \`contract/src/\` instead of this page. A running Hearth serves
the same as a page at \`/docs/api\` and as OpenAPI 3.1 at \`/openapi.json\`.

- **Accounts and sessions** speak the Identity Toolkit protocol: JSON in the body, the API key as \`?key=\` or in
  the header \`x-goog-api-key\`, the ID token in the field \`idToken\`. A page of \`PUBLIC_URL\` that sends the header
  \`x-hearth-session: cookie\` gets its refresh token in a cookie.
- **Callables** (\`POST /functions/<region>/<name>\`; \`region\` is in \`/config.json\`) take \`{"data": …}\` and answer
  \`{"data": …}\`. The tables show what is in \`data\`. The ID token is in the header \`Authorization: Bearer …\`.
- **Documents** (\`/v1/…\`) are plain JSON with the same header.
- **The server API** (\`/server/v1/…\`) is for the operator's own programs: plain JSON with an API key in the header
  \`Authorization: Bearer hearth_sk_…\`, made by \`npm run hearth -- api-keys create\`. A key makes 100 calls a second, and no
  page of a browser may use it. Lists are \`{"data": […], "next_cursor"}\`; \`?cursor=\` asks for the next page. Of two answers
  about the same subject the one with the greater \`version\` is newer.
- **A subscription** is what screens and mails call a project.

\`GET /config.json\` answers the API key, the region, the ids of the plans and the keys of the permissions. With curl and jq,
signing up, making a project, naming it and inviting somebody; the address is good for one account:

\`\`\`
${example}
\`\`\`

Buying a plan, with the variables from above. \`paymentMethodId\` is a card that the browser has given to the payment provider; the sandbox and
Stripe's test mode take \`pm_card_visa\` in its place. Where the answer has a \`clientSecret\`, the bank wants the payment
confirmed in the browser (\`stripe.confirmCardPayment(clientSecret)\`), and the project is \`incomplete\` until then. A request that is repeated with its
\`idempotency-key\` buys nothing twice and gets the first answer again; use a new key for each purchase.

\`\`\`
${purchaseExample}
\`\`\`

A refusal is \`{"error": {"status", "message", "details": {"code"}}}\`; decide by \`code\`. Fields marked with ? may be left
out. A newer server may answer more fields than are listed.`;

function toCall({ name, address, legacyName, text, access, input, output, refusals, common }) {
  const legacy = legacyName ? ` Older SDKs call it \`${legacyName}\`.` : '';
  return [
    `### ${name}`,
    `\`${address}\``,
    `${escapePlain(text)}${legacy}`,
    `Who may call: ${access}`,
    input.length > 0 ? fieldTable('Takes', input) : 'Takes nothing.',
    output.length > 0 ? fieldTable('Answers', output) : 'Answers nothing but success.',
    ...(refusals.length > 0 ? [refusalTable(refusals)] : []),
    `${refusals.length > 0 ? 'Also' : 'Refusals'}: ${common.map((code) => `\`${code}\``).join(', ')}.`,
  ].join('\n\n');
}

function toAddress({ address, text, only, input, output, others }) {
  const where = only ? ` Only ${only}.` : '';
  return [
    `### \`${address}\``,
    `${text}${where}`,
    ...(input.length > 0 ? [fieldTable('Takes', input)] : []),
    ...(output.length > 0 ? [fieldTable('Answers', output)] : []),
    ...(others.length > 0 ? [others.map(toOther).join('\n')] : []),
  ].join('\n\n');
}

function toOther({ status, text }) {
  return `- ${status}: ${escapePlain(text)}`;
}

function fieldTable(title, fields) {
  const rows = fields.map(({ depth, name, kind, isOptional, text }) => {
    const indent = '· '.repeat(depth);
    const shown = name === '' ? '' : `\`${name}\`${isOptional ? '?' : ''}`;
    return `| ${indent}${shown} | ${escapePlain(kind)} | ${escapePlain(text)} |`;
  });
  return [`| ${title} | | |`, '|---|---|---|', ...rows].join('\n');
}

function refusalTable(refusals) {
  const rows = refusals.map(
    ({ code, httpStatus, words, message }) =>
      `| \`${code}\` | ${httpStatus} | ${escapePlain(words)} | ${escapePlain(message)} |`,
  );
  return ['| Refuses | HTTP | | |', '|---|---|---|---|', ...rows].join('\n');
}

/** A line in a table ends at a bar, and an angle would begin a tag. */
export function escapePlain(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
