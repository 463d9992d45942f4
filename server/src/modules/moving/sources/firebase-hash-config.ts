import type { Fields } from './source-row.ts';
import { toFields, toText } from './written-values.ts';

/** Parameters of Firebase's scrypt, which each project has its own of. Keys are base64. */
export interface FirebaseHashConfig {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  /** Logarithm of scrypt's N to the base 2. */
  readonly memoryCost: number;
}

/**
 * Reads what Firebase's console shows under "Password hash parameters" (`hash_config { algorithm: SCRYPT, … }`), or JSON
 * of it. The fault is a sentence.
 */
export function readFirebaseHashConfig(
  text: string,
): { readonly config: FirebaseHashConfig } | { readonly fault: string } {
  const written = toFields(text.replace(/^\uFEFF/, '')) ?? parseConsoleText(text);
  const fields = toFields(written.hash_config) ?? written;
  const names = ['base64_signer_key', 'base64_salt_separator', 'rounds', 'mem_cost'];
  const missing = names.filter((name) => toText(fields[name]) === '');
  if (missing.length > 0) {
    return { fault: `The hash parameters have no ${missing.join(', ')}.` };
  }
  const algorithm = toText(fields.algorithm) || 'SCRYPT';
  if (algorithm !== 'SCRYPT') {
    return { fault: `The hash parameters are of ${algorithm}; only SCRYPT can be taken.` };
  }
  return toConfig(fields);
}

/** Base64 of Firebase in its usual letters: exports of some tools write it for URLs. */
export function toUsualBase64(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

/** PHC form of a hash of Firebase, as Supabase writes it. */
export function writeFirebaseHash(hash: string, salt: string, config: FirebaseHashConfig): string {
  const { rounds, memoryCost, saltSeparator, signerKey } = config;
  const parameters = `v=1,n=${memoryCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}`;
  return `$fbscrypt$${parameters}$${toUsualBase64(salt)}$${toUsualBase64(hash)}`;
}

function parseConsoleText(text: string): Fields {
  const pairs = text.matchAll(/\b([a-z0-9_]+)\s*:\s*"?([^\s",{}]+)"?/gi);
  return Object.fromEntries([...pairs].map(([, name = '', value]) => [name.toLowerCase(), value]));
}

const base64Form = /^[A-Za-z0-9+/]+={0,2}$/;

function toConfig(fields: Fields): { config: FirebaseHashConfig } | { fault: string } {
  const signerKey = toUsualBase64(toText(fields.base64_signer_key));
  const saltSeparator = toUsualBase64(toText(fields.base64_salt_separator));
  const rounds = Number(toText(fields.rounds));
  const memoryCost = Number(toText(fields.mem_cost));
  if (!base64Form.test(signerKey)) {
    return { fault: 'The base64_signer_key of the hash parameters is no base64.' };
  }
  if (!base64Form.test(saltSeparator)) {
    return { fault: 'The base64_salt_separator of the hash parameters is no base64.' };
  }
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(memoryCost) || memoryCost < 1) {
    return { fault: 'The rounds and the mem_cost of the hash parameters must be whole numbers.' };
  }
  return { config: { signerKey, saltSeparator, rounds, memoryCost } };
}
