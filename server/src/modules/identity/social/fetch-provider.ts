import { Refusal, refuseIf } from '../../../platform/refusal.ts';

/** How long a provider may take to answer. */
export const timeoutMs = 10_000;

/** `fetch` for providers: one that is away, overloaded or broken is a refusal of its own. */
export async function fetchProvider(
  url: string | URL,
  request: RequestInit = {},
): Promise<Response> {
  const signal = request.signal ?? AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...request, signal }).catch((cause) => {
    throw withCause(new Refusal('auth/provider-unavailable'), cause);
  });
  refuseIf(response.status === 429 || response.status >= 500, 'auth/provider-unavailable');
  return response;
}

/** The JSON object that a provider answers; refuses every other answer. */
export async function fetchProviderJson(
  url: string | URL,
  request: RequestInit = {},
): Promise<Record<string, unknown>> {
  const response = await fetchProvider(url, request);
  const answer: unknown = await response.json().catch(() => undefined);
  const isAnswer = response.ok && answer !== null && typeof answer === 'object';
  refuseIf(!isAnswer, 'auth/invalid-provider-answer');
  return answer as Record<string, unknown>;
}

function withCause(refusal: Refusal, cause: unknown): Refusal {
  refusal.cause = cause;
  return refusal;
}
