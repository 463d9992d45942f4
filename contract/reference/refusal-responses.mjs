/** The responses of a call that is refused: one for each HTTP status, with the codes that come with it. */
export function toRefusalResponses(call, { refusalsOf, httpStatusIn, refusals }) {
  const codes = refusalsOf(call);
  const statuses = new Set(codes.map((code) => httpStatusIn(call.dialect, code)));
  const schema = call.dialect === 'identity' ? 'IdentityRefusal' : 'Refusal';
  const responses = [...statuses].map((status) => {
    const ofStatus = codes.filter((code) => httpStatusIn(call.dialect, code) === status);
    const lines = ofStatus.map((code) => `\`${code}\`: ${refusals[code].message}`);
    const content = { 'application/json': { schema: withCodes(schema, ofStatus) } };
    return [status, { description: lines.join('\n\n'), content }];
  });
  return Object.fromEntries(responses);
}

function withCodes(schema, codes) {
  const inside = (name, value) => ({ properties: { [name]: value } });
  return {
    allOf: [
      { $ref: `#/components/schemas/${schema}` },
      inside('error', inside('details', inside('code', { enum: codes }))),
    ],
  };
}

const code = { type: 'string', description: 'One of the codes in `x-refusals`.' };
const details = { type: 'object', properties: { code }, required: ['code'] };
const text = { type: 'string' };

export const refusalSchemas = {
  Refusal: {
    description: 'Error of callables, documents and the server API.',
    ...errorOf({ status: text, message: text, details }, ['status', 'message', 'details']),
  },
  IdentityRefusal: {
    description: 'Error of the identity dialect, as Google words it; `details` is ours.',
    ...errorOf(
      {
        code: { type: 'integer', description: 'HTTP status.' },
        message: text,
        errors: { type: 'array', items: { type: 'object' } },
        status: text,
        details,
      },
      ['code', 'message', 'errors', 'details'],
    ),
  },
};

function errorOf(properties, required) {
  const error = { type: 'object', properties, required };
  return { type: 'object', properties: { error }, required: ['error'] };
}

/** Each refusal with its HTTP status and its words, once for the whole document. */
export function toCatalogue({ refusals, httpStatusIn }) {
  const entries = Object.entries(refusals).map(([key, { status, identity, message }]) => [
    key,
    { status, httpStatus: httpStatusIn('callable', key), ...(identity && { identity }), message },
  ]);
  return Object.fromEntries(entries);
}
