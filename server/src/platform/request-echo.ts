import * as z from 'zod/mini';
import { seal, unseal } from './seal.ts';

const echo = z.object({
  nonce: z.string(),
  /** Id of the installation that answers. */
  installation: z.string(),
  host: z.string(),
  /** Addresses in X-Forwarded-For, in their order. */
  forwardedFor: z.array(z.string()),
  /** X-Forwarded-Proto; null if there is none. */
  forwardedProto: z.nullable(z.string()),
  /** Address of the connection: the last proxy's, or the client's. */
  peer: z.string(),
  /** Whether TRUST_PROXY names that address. */
  isTrusted: z.boolean(),
  /** Address that counts as the client's, by TRUST_PROXY. */
  client: z.string(),
  /** Since the process started; absent in answers of earlier versions. */
  runningMs: z.optional(z.number()),
  limits: z.object({
    node: z.string(),
    memoryBytes: z.number(),
    openFiles: z.nullable(z.number()),
  }),
});

/** A request as the server saw it. */
export type RequestEcho = z.infer<typeof echo>;

/**
 * Lets the doctor send a request through the proxies in front of Hearth and learn how it arrived. Question and answer
 * are sealed under SECRET_KEY, so nobody else learns anything.
 */
export const echoPath = '/doctor';
export const echoHeader = 'x-hearth-doctor';

const question = z.object({ ask: z.string() });

export function sealQuestion(nonce: string, secretKey: string): string {
  return sealJson({ ask: nonce }, secretKey);
}

/** The question's nonce; undefined for a question that was not sealed under this key. */
export function openQuestion(text: string, secretKey: string): string | undefined {
  return question.safeParse(unsealJson(text, secretKey)).data?.ask;
}

export function sealEcho(answer: RequestEcho, secretKey: string): string {
  return sealJson(answer, secretKey);
}

/** Undefined for anything but this key's answer to this question. */
export function openEcho(
  text: string,
  { secretKey, nonce }: { readonly secretKey: string; readonly nonce: string },
): RequestEcho | undefined {
  const answer = echo.safeParse(unsealJson(text, secretKey)).data;
  return answer?.nonce === nonce ? answer : undefined;
}

function sealJson(content: object, secretKey: string): string {
  return seal(JSON.stringify(content), { secretKey, purpose: 'doctor' }).toString('base64url');
}

function unsealJson(text: string, secretKey: string): unknown {
  try {
    return JSON.parse(unseal(Buffer.from(text, 'base64url'), { secretKey, purpose: 'doctor' }));
  } catch {
    return undefined;
  }
}
