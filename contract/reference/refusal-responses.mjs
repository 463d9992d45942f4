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
