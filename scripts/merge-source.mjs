import ts from 'typescript';

/**
 * Adds imports, elements and properties of the addition to the same lists of a similar target. Answers the new text, and
 * in `left` the places to change by hand.
 */
export function mergeSource(target, addition) {
  const into = parse(target);
  const from = parse(addition);
  const merge = { edits: [], left: [] };
  mergeImports(into, from, merge);
  for (const statement of from.statements.filter((one) => !ts.isImportDeclaration(one))) {
    mergeStatement(into, statement, merge);
  }
  return { text: apply(target, merge), left: merge.left };
}

const parse = (text) => ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);

function mergeImports(into, from, merge) {
  const present = into.statements.filter(ts.isImportDeclaration);
  const place = present.at(-1)?.end ?? 0;
  for (const wanted of from.statements.filter(ts.isImportDeclaration)) {
    const same = present.find(
      (one) =>
        one.moduleSpecifier.text === wanted.moduleSpecifier.text &&
        one.importClause?.isTypeOnly === wanted.importClause?.isTypeOnly,
    );
    const names = same?.importClause?.namedBindings;
    const others = wanted.importClause?.namedBindings;
    if (!same) {
      const text = wanted.getText();
      merge.edits.push({ place, text: place > 0 ? `\n${text}` : `${text}\n` });
    } else if (names && others && ts.isNamedImports(names) && ts.isNamedImports(others)) {
      addMissing({ list: names.elements, close: names.end - 1 }, others.elements, merge);
    }
  }
}

function mergeStatement(into, statement, merge) {
  if (!ts.isVariableStatement(statement)) {
    const isThere = into.statements.some((one) => squeezed(one) === squeezed(statement));
    if (!isThere) {
      merge.left.push(statement.getText());
    }
    return;
  }
  for (const wanted of statement.declarationList.declarations) {
    const same = into.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .find(({ name }) => name.getText() === wanted.name.getText());
    if (same) {
      mergeNodes(same.initializer, wanted.initializer, merge);
    } else {
      merge.left.push(statement.getText());
    }
  }
}

function mergeNodes(one, other, merge) {
  const into = bare(one);
  const from = bare(other);
  if (squeezed(into) === squeezed(from)) {
    return;
  }
  const isFunction = (node) => ts.isArrowFunction(node) || ts.isMethodDeclaration(node);
  if (into.kind === from.kind && ts.isCallExpression(into)) {
    from.arguments.forEach((argument, place) => {
      mergeNodes(into.arguments[place], argument, merge);
    });
  } else if (into.kind === from.kind && ts.isObjectLiteralExpression(into)) {
    mergeProperties(into, from, merge);
  } else if (into.kind === from.kind && ts.isArrayLiteralExpression(into)) {
    addMissing({ list: into.elements, close: into.end - 1 }, from.elements, merge);
  } else if (isFunction(into) && isFunction(from)) {
    mergeBodies(into.body, from.body, merge);
  } else {
    merge.left.push(from.getText());
  }
}

function mergeProperties(into, from, merge) {
  const nameOf = (property) => property.name?.getText() ?? property.getText();
  const fresh = [];
  for (const wanted of from.properties) {
    const same = into.properties.find((property) => nameOf(property) === nameOf(wanted));
    if (same) {
      mergeNodes(same.initializer ?? same, wanted.initializer ?? wanted, merge);
    } else {
      fresh.push(wanted);
    }
  }
  addMissing({ list: into.properties, close: into.end - 1 }, fresh, merge);
}

function mergeBodies(into, from, merge) {
  if (!ts.isBlock(into) || !ts.isBlock(from)) {
    mergeNodes(into, from, merge);
    return;
  }
  const present = into.statements.map(squeezed);
  const missing = from.statements.filter((statement) => !present.includes(squeezed(statement)));
  const text = missing.map((statement) => `${statement.getText()}\n`).join('');
  merge.edits.push({ place: into.end - 1, text });
}

/** Adds the nodes that the list does not have, with commas between. */
function addMissing({ list, close }, nodes, merge) {
  const present = [...list].map(squeezed);
  const texts = [...nodes]
    .filter((node) => !present.includes(squeezed(node)))
    .map((node) => node.getFullText().trim());
  if (texts.length > 0) {
    const isFirst = list.length === 0 || list.hasTrailingComma;
    const place = list.length === 0 ? close : list.end;
    merge.edits.push({ place, text: `${isFirst ? '' : ', '}${texts.join(',\n')}` });
  }
}

/** The expression without parentheses and `as const`. */
function bare(node) {
  return ts.isAsExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node;
}

const squeezed = (node) => node.getText().replace(/[\s,]+/g, '');

function apply(text, { edits }) {
  return [...edits]
    .map((edit, order) => ({ ...edit, order }))
    .sort((one, other) => other.place - one.place || other.order - one.order)
    .reduce(
      (changed, { place, text: added }) => changed.slice(0, place) + added + changed.slice(place),
      text,
    );
}
