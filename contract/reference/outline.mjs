import { listFields } from './fields.mjs';

/** Parts of the document that readers are shown: groups of calls, each with fields and refusals. */
export function outline(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      outlineOperation({ path, method: method.toUpperCase(), operation }, document),
    ),
  );
  return {
    title: document.info.title,
    groups: document.tags.map(({ name }) => ({
      name,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    types: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      text: schema.description ?? '',
      fields: listFields(schema),
    })),
    refusals: Object.entries(document['x-refusals']).map(([code, entry]) => ({ code, ...entry })),
  };
}

function outlineOperation({ path, method, operation }, document) {
  const { 'x-refusals': refusals, 'x-dialect': dialect, 'x-access': access } = operation;
  const [text] = (operation.description ?? operation.summary).split('\n\n');
  return {
    name: operation.operationId,
    isCall: dialect !== undefined,
    tag: operation.tags[0],
    address: `${method} ${path}`,
    legacyName: operation['x-legacy-name'],
    only: operation['x-only'],
    text,
    access,
    input: inputFields(operation),
    output: listFields(inner(contentOf(operation.responses[200]), dialect)),
    others: dialect === undefined ? otherAnswers(operation) : [],
    refusals: refusals?.own.map((code) => toRefusal(code, dialect, document)) ?? [],
    common: refusals?.common ?? [],
  };
}

/** Answers of an address other than 200. */
function otherAnswers({ responses }) {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, { description }]) => ({ status, text: description }));
}

function inputFields({ parameters = [], requestBody, 'x-dialect': dialect }) {
  const properties = parameters.map(({ name, in: place, schema, description = '' }) => {
    const isOrdinary = place === 'query' && dialect === undefined;
    const text = [isOrdinary ? '' : `In the ${place}.`, description].filter(Boolean).join(' ');
    return [name, { ...schema, description: text }];
  });
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const outside = listFields({
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
  });
  return [...outside, ...listFields(inner(contentOf(requestBody), dialect))];
}

function contentOf(response) {
  return Object.values(response?.content ?? {})[0]?.schema;
}

/** Callables put everything into `data`, which is said once for all of them. */
function inner(schema = {}, dialect) {
  return dialect === 'callable' ? schema.properties.data : schema;
}

function toRefusal(code, dialect, document) {
  const { status, httpStatus, identity, message } = document['x-refusals'][code];
  const isIdentity = dialect === 'identity';
  const words = isIdentity ? (identity ?? status) : status;
  const answered = isIdentity && code.startsWith('auth/') ? 400 : httpStatus;
  return { code, httpStatus: answered, words, message };
}
