import { HearthError } from './hearth-error.ts';

export interface RequestSettings {
  /** Origin of Hearth. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

interface RequestContent {
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Idempotency key, with which a POST changes nothing when it is repeated. */
  readonly key?: string;
}

/** `METHOD /path`, with the API key below `/server/v1`. */
export type Ask = <Answer>(line: string, content?: RequestContent) => Promise<Answer>;

const pausesMs = [200, 1_000];

/** Repeats calls that are safe to repeat if Hearth is busy or cannot be reached. */
export function createAsk(settings: RequestSettings): Ask {
  return async <Answer>(line: string, content: RequestContent = {}) => {
    const pauses = line.startsWith('POST') && content.key === undefined ? [] : pausesMs;
    for (const pauseMs of pauses) {
      try {
        return await once<Answer>(settings, line, content);
      } catch (error) {
        await pauseUnlessFinal(error, pauseMs);
      }
    }
    return await once<Answer>(settings, line, content);
  };
}

async function pauseUnlessFinal(error: unknown, pauseMs: number): Promise<void> {
  if (error instanceof HearthError && ![429, 503].includes(error.status)) {
    throw error;
  }
  await new Promise((done) => setTimeout(done, pauseMs));
}

async function once<Answer>(
  { url, apiKey, timeoutMs, fetch }: RequestSettings,
  line: string,
  { query = {}, body, key }: RequestContent,
): Promise<Answer> {
  const [method = 'GET', path = ''] = line.split(' ');
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const answer = await fetch(`${url}${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // A key must not follow to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const json = await answer.json().catch(() => undefined);
  if (!answer.ok || json === undefined) {
    throw toError(answer.status, json);
  }
  // Answers have the shapes that Hearth's reference says.
  return json as Answer;
}

function toError(status: number, json: unknown): HearthError {
  const { error } = (json ?? {}) as { error?: { message?: string; details?: { code?: string } } };
  const message = error?.message ?? `Hearth answers ${status}.`;
  return new HearthError(status, error?.details?.code ?? 'server/internal', message);
}
