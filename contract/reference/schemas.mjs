import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { schemaTexts } from './texts.mjs';

/** Turns schemas into JSON Schema and keeps the named ones, to which the others refer. */
export function createSchemas() {
  const named = {};

  function keep(name, schema) {
    const known = named[name];
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two schemas of the contract are named ${name}.`);
    }
    named[name] = schema;
  }

  function toSchema(schema) {
    // Schema of what a client sends: defaults may be left out, and an answer may have more fields than are listed.
    const made = z.toJSONSchema(schema, {
      io: 'input',
      metadata: schemaTexts,
      override: ({ jsonSchema }) => leaveOutLimits(jsonSchema),
    });
    const {
      $schema,
      $defs = {},
      ...rest
    } = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/'));
    for (const [name, definition] of Object.entries($defs)) {
      const { id, ...known } = definition;
      keep(name, known);
    }
    const { id, ...own } = rest;
    if (id === undefined) {
      return own;
    }
    keep(id, own);
    return { $ref: `#/components/schemas/${id}` };
  }

  /** The schema itself where only a name is given. */
  function resolve(schema) {
    const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
    return name === undefined ? schema : named[name];
  }

  return { named, toSchema, resolve };
}

/** Leaves out the limits of JavaScript, which every whole number has and which carry no information. */
function leaveOutLimits(schema) {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) {
    delete schema.minimum;
  }
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
  }
}
