import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const parts = 'web/src/for-app.ts';
const definition = 'web/src/shared/app/define-web.ts';

const head = `# Parts for screens

Everything that \`@hearth/web/app\` exports, and the parts of \`defineWeb\`. Written by \`npm run app-docs\` from the code and its comments; do not edit.
[Building](building.md) says how they are used, and \`/dev/ui\` of a local Hearth shows them.
`;

/** Text of docs/app-parts.md: each export of web/src/for-app.ts with its comment and its properties or its signature. */
export async function describeAppParts(root) {
  const read = createReader(root);
  const exported = await listExports(await read(parts), parts, read);
  const ours = exported.filter(({ node }) => node !== undefined);
  const groups = [
    ['Components', ours.filter(({ name }) => /^[A-Z]/.test(name))],
    ['Hooks and functions', ours.filter(({ name }) => !/^[A-Z]/.test(name))],
  ];
  const definitions = (await read(definition)).statements.filter(ts.isInterfaceDeclaration);
  const foreign = exported.filter(({ node }) => node === undefined);
  return `${[
    head.trim(),
    ...(await Promise.all(
      groups.map(async ([title, parts]) => {
        const sections = await Promise.all(parts.map((part) => toSection(part, read)));
        return `## ${title}\n\n${sections.join('\n\n')}`;
      }),
    )),
    `## Of other packages\n\n${foreign.map(({ name, from }) => `- \`${name}\` of \`${from}\``).join('\n')}`,
    `## Parts of \`defineWeb\`\n\n${(
      await Promise.all(definitions.map((node) => toSection({ name: node.name.text, node }, read)))
    ).join('\n\n')}`,
  ].join('\n\n')}\n`;
}

function createReader(root) {
  const files = new Map();
  return async (path) => {
    if (!files.has(path)) {
      const text = await readFile(join(root, path), 'utf8');
      const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
      files.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind));
    }
    return files.get(path);
  };
}

/** Follows each export to the file that declares it. */
async function listExports(source, path, read) {
  const found = [];
  for (const statement of source.statements.filter(ts.isExportDeclaration)) {
    const from = statement.moduleSpecifier.text;
    for (const { name, propertyName } of statement.exportClause.elements) {
      const inner = (propertyName ?? name).text;
      const node = from.startsWith('.')
        ? await findDeclaration(inner, join(dirname(path), from), read)
        : undefined;
      found.push({ name: name.text, from, node });
    }
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function findDeclaration(name, path, read) {
  const source = await read(path);
  const declared = source.statements.find((statement) => namesOf(statement).includes(name));
  if (declared) {
    return declared;
  }
  const passedOn = await listExports(source, path, read);
  const found = passedOn.find((one) => one.name === name)?.node;
  if (!found) {
    throw new Error(`${path} declares no \`${name}\`.`);
  }
  return found;
}

function namesOf(statement) {
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map((one) => one.name.text)
    : [statement.name?.text];
}

async function toSection({ name, node }, read) {
  const sentence = commentOf(node);
  const members = ts.isInterfaceDeclaration(node) ? node : await propsOf(node, read);
  const parts = [`### ${name}`, sentence];
  if (members) {
    parts.push(toTable(members));
  } else if (ts.isFunctionDeclaration(node)) {
    parts.push(`\`\`\`ts\n${signatureOf(node)}\n\`\`\``);
  }
  return parts.filter(Boolean).join('\n\n');
}

/** The type of a component's properties, which stands beside it or is imported from our own. */
async function propsOf(node, read) {
  const [parameter] = node.parameters ?? [];
  const type = parameter?.type;
  if (!/^[A-Z]/.test(node.name?.text ?? '') || !type) {
    return undefined;
  }
  if (!ts.isTypeReferenceNode(type)) {
    return type;
  }
  const source = node.getSourceFile();
  const name = type.typeName.text;
  const from = source.statements
    .filter(ts.isImportDeclaration)
    .find(({ importClause }) =>
      importClause?.namedBindings?.elements?.some((one) => one.name.text === name),
    )?.moduleSpecifier.text;
  return from?.startsWith('.')
    ? await findDeclaration(name, join(dirname(source.fileName), from), read)
    : (findType(name, source) ?? type);
}

function findType(name, source) {
  const found = source.statements.find((one) => namesOf(one).includes(name));
  return found && ts.isTypeAliasDeclaration(found) ? found.type : found;
}

function toTable(type) {
  const rows = membersOf(type).map((member) => {
    const text = member.type?.getText() ?? signatureOf(member);
    const optional = member.questionToken ? '' : 'yes';
    return `| \`${member.name.getText()}\` | ${toCell(text)} | ${optional} | ${commentOf(member)} |`;
  });
  const also = inheritedBy(type);
  const table = ['| Property | Type | Needed | |', '|---|---|---|---|', ...rows].join('\n');
  return [rows.length > 0 && table, also && `Also takes: ${toCell(also)}.`]
    .filter(Boolean)
    .join('\n\n');
}

function membersOf(type) {
  if (ts.isIntersectionTypeNode(type)) {
    return type.types.flatMap(membersOf);
  }
  return type.members ? [...type.members] : membersOfOwn(type);
}

function membersOfOwn(type) {
  const named =
    ts.isTypeReferenceNode(type) && findType(type.typeName.getText(), type.getSourceFile());
  return named ? membersOf(named) : [];
}

/** Types whose members are not in this file, such as those of an HTML element. */
function inheritedBy(type) {
  if (ts.isIntersectionTypeNode(type)) {
    return type.types
      .filter((one) => !one.members && membersOfOwn(one).length === 0)
      .map((one) => one.getText())
      .join(' & ');
  }
  if (ts.isTypeReferenceNode(type)) {
    return membersOfOwn(type).length === 0 ? type.getText() : '';
  }
  return (type.heritageClauses ?? [])
    .flatMap((clause) => clause.types.map((one) => one.getText()))
    .join(', ');
}

function signatureOf(node) {
  const types = node.typeParameters?.map((one) => one.getText()).join(', ');
  const parameters = node.parameters
    .map((one) => one.getText().replace(/\s*=\s*\(.*$/s, ''))
    .join(', ');
  const result = node.type ? `: ${node.type.getText()}` : '';
  return toLine(`${node.name.text}${types ? `<${types}>` : ''}(${parameters})${result}`);
}

/** Code in a table, whose cell a bar would end. */
const toCell = (text) => {
  const line = toLine(text).replaceAll('|', '\\|');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
};

const toLine = (text) =>
  text
    .replace(/\/\*\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .trim();

function commentOf(node) {
  const [text = ''] = ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
  return text.replace(/\s+/g, ' ').trim();
}
