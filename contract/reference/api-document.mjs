import { readContract } from './read-contract.mjs';
import { refusalSchemas, toCatalogue, toRefusalResponses } from './refusal-responses.mjs';
import { toRouteOperation } from './route-operation.mjs';
import { createSchemas } from './schemas.mjs';
import { textOf } from './texts.mjs';

/** Filled in by the server, which knows its configuration. */
export const placeholders = {
  productName: '__HEARTH_NAME__',
  publicUrl: '__HEARTH_URL__',
  region: '__HEARTH_REGION__',
};

const tags = [
  ['identity', 'Accounts and sessions'],
  ['subscriptions', 'Subscriptions'],
  ['members', 'Users and invites'],
  ['billing', 'Money'],
  ['server-api', 'Server API'],
  ['operator', 'Operators'],
  ['hosted-sign-in', 'Sign-in for other front ends'],
  ['app', 'The product itself'],
  ['other', 'Other addresses'],
];

const titles = Object.fromEntries(tags);
const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

/**
 * The whole API as OpenAPI 3.1: calls of the wire, those of the product on Hearth
 * where the folder of its contract is given, and all other addresses.
 */
export async function createApiDocument({ app } = {}) {
  const contract = await readContract({ app });
  const schemas = createSchemas();
  const parts = { contract, schemas };
  const paths = {};
  const add = (path, method, operation) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const [name, call] of listCalls(contract)) {
    add(toPath(call), call.method ?? 'POST', toOperation(name, call, parts));
  }
  for (const route of contract.httpRoutes) {
    add(route.path, route.method, toRouteOperation(route, { schemas, tag: titles.other }));
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${placeholders.productName} API`,
      version: '1',
      description:
        'Four dialects: the Identity Toolkit protocol for accounts, callable functions, documents, and the ' +
        'server API for programs with an API key. ' +
        'Every refusal has a code in `error.details.code`, which never changes; its sentence may.',
    },
    servers: [{ url: placeholders.publicUrl }],
    tags: tags.filter(([key]) => app || key !== 'app').map(([, name]) => ({ name })),
    paths,
    components: { securitySchemes, schemas: { ...schemas.named, ...refusalSchemas } },
    'x-refusals': toCatalogue(contract),
  };
}

function listCalls(contract) {
  const { wire, app } = contract;
  const placeOf = ([, call]) => textOf(call).place;
  const ours = [wire.identity, wire.callables, wire.documents, wire.server].flatMap((calls) =>
    Object.entries(calls).sort((one, other) => placeOf(one) - placeOf(other)),
  );
  return [...ours, ...Object.entries(app?.calls ?? {})];
}

function toPath({ dialect, name, path }) {
  return dialect === 'callable' ? `/functions/${placeholders.region}/${name}` : path;
}

function toOperation(name, call, { contract, schemas }) {
  const { text, folder } = textOf(call);
  const access = toAccess(call.access, contract);
  return {
    operationId: name,
    tags: [titles[folder] ?? titles.app],
    summary: firstSentence(text) || name,
    description: `${text}\n\nWho may call: ${access}`,
    ...toInput(call, schemas),
    responses: {
      200: {
        description: 'Done.',
        content: toContent(call, schemas),
      },
      ...toRefusalResponses(call, contract),
    },
    security: toSecurity(call),
    'x-dialect': call.dialect,
    'x-access': access,
    'x-refusals': { own: [...call.refusals], common: ownLeftOut(call, contract) },
    ...(call.legacyName && { 'x-legacy-name': call.legacyName }),
  };
}

/** Access by permissions and of operators is made for each call, so no comment stands above it. */
function toAccess(access, { operatorRights }) {
  const { kind, keys, all, right } = access;
  if (kind === 'permissions') {
    return `Holders of ${all ? 'all' : 'one'} of these permissions: ${keys.map((key) => `\`${key}\``).join(', ')}.`;
  }
  if (kind === 'operator') {
    const roles = operatorRights[right].map((role) => `\`${role}\``).join(', ');
    return `Operators with one of these roles: ${roles}. They have signed in during the last hour, in production with a second factor; for all others the call does not exist.`;
  }
  return textOf(access).text;
}

function ownLeftOut(call, { commonRefusals }) {
  return commonRefusals(call).filter((code) => !call.refusals.includes(code));
}

/** A file is sent as it is; its lines are in the text of the call. */
function toContent(call, schemas) {
  return call.answers === 'csv'
    ? { 'text/csv': { schema: { type: 'string' } } }
    : { [jsonType]: { schema: toOutput(call, schemas) } };
}

function toOutput({ dialect, output }, { toSchema }) {
  const schema = toSchema(output);
  return dialect === 'callable' ? envelope(schema) : schema;
}

function envelope(data) {
  return { type: 'object', properties: { data }, required: ['data'] };
}

function toInput(call, schemas) {
  const schema = withIdToken(call, schemas.toSchema(call.input));
  const parameters = [...fieldParameters(call, schemas.resolve(schema)), ...headersOf(call)];
  const body = toBody(call, { schema, resolve: schemas.resolve });
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
  };
}

/** Schemas let it be missing, so that its absence has a refusal of its own. */
function withIdToken({ dialect, access }, schema) {
  const isOpen = ['anyone', 'maybe-signed-in'].includes(access.kind);
  return dialect === 'identity' && !isOpen
    ? { ...schema, required: [...(schema.required ?? []), 'idToken'] }
    : schema;
}

/** Fields of the path, and of the query where a call has no body. */
function fieldParameters(call, { properties = {}, required = [] }) {
  const inPath = pathFields(call);
  return Object.entries(properties).flatMap(([name, { description, ...schema }]) => {
    const isPath = inPath.includes(name);
    if (!isPath && hasBody(call)) {
      return [];
    }
    const place = isPath ? 'path' : 'query';
    const isRequired = isPath || required.includes(name);
    return [{ name, in: place, required: isRequired, schema, ...(description && { description }) }];
  });
}

function headersOf({ refusals }) {
  return refusals.includes('billing/key-reused')
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
          description:
            'The same key with the same request is one change, however often it is sent.',
        },
      ]
    : [];
}

function toBody(call, { schema, resolve }) {
  if (!hasBody(call)) {
    return undefined;
  }
  if (call.dialect === 'callable') {
    return { [jsonType]: { schema: envelope(schema) } };
  }
  const inPath = pathFields(call);
  const body = inPath.length === 0 ? schema : withoutFields(resolve(schema), inPath);
  const isForm = call.service === 'securetoken';
  return { [jsonType]: { schema: body }, ...(isForm && { [formType]: { schema: body } }) };
}

function withoutFields({ properties, required, ...rest }, names) {
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name));
  const needed = (required ?? []).filter((name) => !names.includes(name));
  return {
    ...rest,
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 && { required: needed }),
  };
}

function pathFields({ path = '' }) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

function hasBody({ dialect, method }) {
  return dialect === 'callable' || !['GET', 'DELETE'].includes(method);
}

function toSecurity({ dialect, access }) {
  if (dialect === 'identity') {
    // Its ID token is a field of the body.
    return [{ apiKeyInQuery: [] }, { apiKeyInHeader: [] }];
  }
  if (dialect === 'server') {
    return [{ apiKey: [] }];
  }
  const isOpen = ['anyone', 'maybe-signed-in'].includes(access.kind);
  return isOpen ? [{}, { idToken: [] }] : [{ idToken: [] }];
}

const securitySchemes = {
  apiKeyInQuery: { type: 'apiKey', in: 'query', name: 'key' },
  apiKeyInHeader: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
  idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  // Secret, of a program; those above are public.
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'hearth_sk_…' },
};

function firstSentence(words) {
  return /^.*?[.:;](?=\s|$)/.exec(words)?.[0].replace(/[:;]$/, '.') ?? words;
}
