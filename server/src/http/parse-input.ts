import * as z from 'zod/mini';
import { refuse } from '../platform/refusal.ts';

/**
 * Answers the input as the contract declares it, or refuses with its first fault. Google's SDKs send null for
 * undefined, so null in an optional field counts as left out.
 */
export function parseInput(schema: z.ZodMiniType, input: unknown): unknown {
  const parsed = schema.safeParse(withoutNulls(schema, input));
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.');
  return refuse('request/invalid', place ? `${place}: ${issue?.message}` : issue?.message);
}

type Schema = z.core.$ZodType;

/** Recursion depth is bounded by the schema, whatever the input is. */
function withoutNulls(schema: Schema, input: unknown): unknown {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
    return withoutNulls(schema._zod.def.innerType, input);
  }
  if (schema instanceof z.core.$ZodArray && Array.isArray(input)) {
    return input.map((item) => withoutNulls(schema._zod.def.element, item));
  }
  return schema instanceof z.core.$ZodObject && isRecord(input)
    ? withoutNullFields(schema._zod.def.shape, input)
    : input;
}

function withoutNullFields(
  shape: Readonly<Record<string, Schema>>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = new Map(Object.entries(shape));
  const kept = Object.entries(input).flatMap(([name, value]) => {
    const field = fields.get(name);
    if (field === undefined) {
      return [[name, value]];
    }
    return value === null && isOptional(field) ? [] : [[name, withoutNulls(field, value)]];
  });
  return Object.fromEntries(kept);
}

function isRecord(input: unknown): input is Record<string, unknown> {
  return input !== null && typeof input === 'object' && !Array.isArray(input);
}

/** May be left out, and null means nothing else. */
function isOptional(field: Schema): boolean {
  return (
    field instanceof z.core.$ZodOptional &&
    !(field._zod.def.innerType instanceof z.core.$ZodNullable)
  );
}
