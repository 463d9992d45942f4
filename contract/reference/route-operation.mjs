/** An address besides the wire, as an operation of OpenAPI. */
export function toRouteOperation(route, { schemas, tag }) {
  const { method, path, text, type, input, output, also = {}, only } = route;
  const schema = output ? schemas.toSchema(output) : {};
  return {
    operationId: toId(method, path),
    tags: [tag],
    summary: text,
    ...(only && { description: `${text}\n\nOnly ${only}.`, 'x-only': only }),
    ...toInput(route, input && schemas.resolve(schemas.toSchema(input))),
    responses: {
      // A redirection is its only answer.
      ...(!(303 in also) && { 200: { description: 'Done.', content: { [type]: { schema } } } }),
      ...Object.fromEntries(
        Object.entries(also).map(([status, description]) => [status, { description }]),
      ),
    },
    security: [],
  };
}

function toInput({ method, path, inputType = 'application/json' }, input) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(method === 'GET' ? (input?.properties ?? {}) : {}).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: input.required?.includes(name) === true,
      schema,
      ...(description && { description }),
    }),
  );
  const parameters = [...inPath, ...inQuery];
  const isBody = method === 'POST' && input !== undefined;
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(isBody && {
      requestBody: { required: true, content: { [inputType]: { schema: input } } },
    }),
  };
}

function toId(method, path) {
  const words = path.split(/\W+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words].join('_');
}
