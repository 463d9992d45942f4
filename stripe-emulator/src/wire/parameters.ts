import { invalid, StripeError } from './errors.ts';
import type { FormHash, FormValue } from './form.ts';
import { shapes, type Type, type TypeRef } from './shapes.ts';

/** The parameters of a call as its declaration has them; others are refused as Stripe refuses them. */
export function checkParameters(operation: string, given: FormHash): object {
  const type = shapes.operations[operation]?.params;
  if (type === undefined) {
    throw new Error(`No declaration of ${operation}`);
  }
  return read(type, given, '') as object;
}

function read(ref: TypeRef, value: FormValue, param: string): unknown {
  if (typeof ref === 'string') {
    return readNamed(ref, value, param);
  }
  const type = shapes.types[ref] as Type;
  if ('oneOf' in type) {
    return readOneOf(type.oneOf, value, param);
  }
  if ('values' in type) {
    return readWord(type.values, value, param);
  }
  if ('items' in type) {
    return toItems(value, param).map((item, index) => read(type.items, item, `${param}[${index}]`));
  }
  const hash = toHash(value, param);
  if ('each' in type) {
    const entries = Object.entries(hash);
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, read(type.each, inner, below(param, name))]),
    );
  }
  return readFields(type, hash, param);
}

function readFields(
  { fields, required = [] }: Extract<Type, { fields: object }>,
  hash: FormHash,
  param: string,
) {
  const entries = Object.entries(hash).map(([name, inner]) => {
    const path = below(param, name);
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type === undefined) {
      throw invalid(`Received unknown parameter: ${path}`, path, 'parameter_unknown');
    }
    return [name, read(type, inner, path)];
  });
  for (const name of required) {
    if (!(name in hash)) {
      throw missingParameter(below(param, name));
    }
  }
  return Object.fromEntries(entries);
}

export function missingParameter(param: string) {
  return invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
}

function readNamed(name: string, value: FormValue, param: string): unknown {
  if (name === 'map') {
    return readMetadata(toHash(value, param), param);
  }
  if (typeof value !== 'string') {
    throw invalid(`Invalid ${name === '' ? 'value' : name}: must not be a hash or an array`, param);
  }
  switch (name) {
    case 'boolean':
      return readBoolean(value, param);
    case 'integer':
      return readNumber(/^[+-]?\d{1,15}$/, value, param, 'integer');
    case 'number':
      return readNumber(/^[+-]?\d+(\.\d+)?$/, value, param, 'decimal');
    case 'decimal':
      readNumber(/^[+-]?\d+(\.\d{1,12})?$/, value, param, 'decimal');
      return value;
    case '':
      return value === '' ? '' : refuse(`Invalid value: ${value}`, param);
    default:
      return readText(value, param);
  }
}

function readText(value: string, param: string): string {
  const most = 5000;
  if (value.length > most) {
    throw invalid(
      `Invalid string: ${value.slice(0, 9)}...${value.slice(-9)}; must be at most ${most} characters`,
      param,
    );
  }
  return value;
}

function readNumber(pattern: RegExp, value: string, param: string, noun: string): number {
  refuseEmpty(value, param);
  if (!pattern.test(value)) {
    throw invalid(`Invalid ${noun}: ${value}`, param, `parameter_invalid_${noun}`);
  }
  return Number(value);
}

function readBoolean(value: string, param: string): boolean {
  refuseEmpty(value, param);
  return value === 'true' || (value !== 'false' && refuse(`Invalid boolean: ${value}`, param));
}

function readWord(values: string[], value: FormValue, param: string): string {
  refuseEmpty(value, param);
  if (typeof value !== 'string' || !values.includes(value)) {
    const last = values.at(-1);
    const list = values.length > 1 ? `one of ${values.slice(0, -1).join(', ')}, or ${last}` : last;
    throw invalid(`Invalid ${param}: must be ${list}`, param);
  }
  return value;
}

/** The first that fits; of the refusals, the one that is about the innermost parameter. */
function readOneOf(types: TypeRef[], value: FormValue, param: string): unknown {
  const refusals: StripeError[] = [];
  for (const type of types) {
    try {
      return read(type, value, param);
    } catch (error) {
      if (!(error instanceof StripeError)) {
        throw error;
      }
      refusals.push(error);
    }
  }
  const depth = ({ fields }: StripeError) => fields.param?.length ?? 0;
  throw refusals.reduce((first, one) => (depth(one) > depth(first) ? one : first));
}

/** Stripe's limits: 50 names of 40 characters with values of 500. */
function readMetadata(hash: FormHash, param: string) {
  for (const [name, value] of Object.entries(hash)) {
    const path = below(param, name);
    if (typeof value !== 'string') {
      throw invalid('Metadata values must be strings', path);
    }
    if (name.length > 40) {
      throw invalid(
        `Metadata keys can have up to 40 characters. '${name}' has ${name.length}.`,
        path,
      );
    }
    if (value.length > 500) {
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value.slice(0, 20)}...`,
        path,
      );
    }
  }
  if (Object.keys(hash).length > 50) {
    throw invalid('Metadata can have up to 50 keys.', param);
  }
  return { ...hash };
}

function toHash(value: FormValue, param: string): FormHash {
  return typeof value === 'string' ? refuse('Invalid object', param) : value;
}

function toItems(value: FormValue, param: string): FormValue[] {
  const hash = typeof value === 'string' ? refuse('Invalid array', param) : value;
  return Object.keys(hash).every((key) => /^\d+$/.test(key))
    ? Object.values(hash)
    : refuse('Invalid array', param);
}

function refuseEmpty(value: FormValue, param: string) {
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw invalid(message, param, 'parameter_invalid_empty');
  }
}

function refuse(message: string, param: string): never {
  throw invalid(message, param);
}

const below = (param: string, name: string) => (param === '' ? name : `${param}[${name}]`);
