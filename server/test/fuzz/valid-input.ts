import type { Chance } from '../harness/chance.ts';
import type { JsonSchema } from './targets.ts';

/** Values by the names of fields: ids, tokens and addresses of the people and things at hand. */
export type Known = ReadonlyMap<string, readonly unknown[]>;

const usual: Readonly<Record<string, readonly string[]>> = {
  planId: ['free', 'pro', 'enterprise'],
  paymentMethodId: ['pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeDeclined'],
  url: ['http://127.0.0.1:9/hook', 'https://example.com/hook'],
  number: ['4242424242424242', '5555 5555 5555 4444', '4000 0027 6000 3184'],
  country: ['GB', 'DE', 'US', 'CH'],
  continueUri: ['http://localhost:3000/dashboard'],
  requestUri: ['http://localhost:3000/auth/callback'],
  providerId: ['google.com', 'apple.com'],
  postBody: ['id_token=a.b.c&providerId=google.com', 'access_token=a&providerId=github.com'],
  password: ['correct horse'],
  newPassword: ['another horse'],
  scope: ['openid', 'openid email profile standing'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
  prompt: ['login', 'none', 'consent'],
  max_age: ['0', '600'],
  pageSize: ['10'],
};

/** An input as the contract describes it; what it names is there where it is known. */
export function validInput(
  schema: JsonSchema,
  name: string,
  known: Known,
  chance: Chance,
): unknown {
  const options = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (options) {
    return chance.pick(options);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return validInput(chance.pick(choices), name, known, chance);
  }
  return byName(schema, name, known, chance) ?? byType(schema, name, known, chance);
}

function byName({ type }: JsonSchema, name: string, known: Known, chance: Chance): unknown {
  if (type !== undefined && type !== 'string') {
    return undefined;
  }
  const candidates = [...(known.get(name) ?? []), ...(usual[name] ?? [])];
  return candidates.length > 0 ? chance.pick(candidates) : undefined;
}

function byType(schema: JsonSchema, name: string, known: Known, chance: Chance): unknown {
  switch (schema.type) {
    case 'object':
      return validObject(schema, known, chance);
    case 'array':
      return Array.from({ length: chance.below(3) }, () =>
        validInput(schema.items ?? {}, name, known, chance),
      );
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return chance.below(2) === 0;
    default:
      return 'text';
  }
}

function validObject({ properties = {}, required = [] }: JsonSchema, known: Known, chance: Chance) {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || chance.below(2) === 0,
  );
  return Object.fromEntries(
    names.map((name) => [name, validInput(properties[name] ?? {}, name, known, chance)]),
  );
}
