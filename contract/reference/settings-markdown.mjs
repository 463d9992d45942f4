import { escapePlain } from './api-markdown.mjs';
import { listFields } from './fields.mjs';
import { readContract } from './read-contract.mjs';
import { createSchemas } from './schemas.mjs';

/** docs/settings.md: every setting of config/hearth.json, from its schema and the comments there. */
export async function toSettings() {
  const { hearthConfig } = await readContract();
  const { named, toSchema, resolve } = createSchemas();
  const schema = inline(resolve(toSchema(hearthConfig)), named);
  const settings = Object.entries(schema.properties).map(([name, property]) => {
    const own = { properties: { [name]: property }, required: schema.required };
    const [about, ...inside] = listFields(own);
    return { ...about, inside };
  });
  const rows = settings.map((setting) => toRow({ ...setting, text: linked(setting) }));
  const sections = settings.filter(({ inside }) => inside.length > 0).map(toSection);
  return `${[introduction, toTable('Setting', rows), ...sections].join('\n\n')}\n`;
}

const introduction = `# Settings

Every setting of \`config/hearth.json\`, made from its schema by \`npm run api-docs\`; change \`contract/src/config.ts\` and its neighbors
instead of this page. What they mean for the business is in [operating.md](operating.md); the variables of the environment are in
\`.env.example\`. \`app/config/hearth.json\` may have the same settings: one that is there replaces the one here as a whole.

Settings marked with ? may be left out. The start refuses one that is unknown or wrong, and names its file. Keys of texts are looked up
in \`locales/en.json\` and \`locales/zh.json\` beside the configuration, else in \`config/locales/\`; other languages have
[folders](operating.md#languages).`;

/** Each type in its place: a setting is looked up by its name, not by that of its type. */
function inline(schema, named) {
  if (Array.isArray(schema)) {
    return schema.map((one) => inline(one, named));
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const { $ref, ...own } = schema;
  const meant = $ref === undefined ? own : { ...named[$ref.split('/').at(-1)], ...own };
  return Object.fromEntries(
    Object.entries(meant).map(([name, value]) => [name, inline(value, named)]),
  );
}

const linked = ({ name, text, inside }) =>
  inside.length > 0 ? `${text} [Its fields](#${name.toLowerCase()}).`.trim() : text;

function toSection({ name, inside }) {
  const rows = inside.map((field) => toRow({ ...field, depth: field.depth - 1 }));
  return `## ${name}\n\n${toTable('Field', rows)}`;
}

const toTable = (title, rows) =>
  [`| ${title} | | Without it | |`, '|---|---|---|---|', ...rows].join('\n');

function toRow({ depth, name, kind, isOptional, text, standard }) {
  const shown = name === '' ? '' : `\`${name}\`${isOptional ? '?' : ''}`;
  const isSimple = standard !== undefined && !/^\{/.test(JSON.stringify(standard));
  const without = isSimple ? `\`${JSON.stringify(standard)}\`` : '';
  return `| ${'· '.repeat(depth)}${shown} | ${escapePlain(kind)} | ${without} | ${escapePlain(text)} |`;
}
