import { useState } from 'react';
import { newRequestKey } from './request-key.ts';

interface RequestKeys {
  /** The same key for the same body, so that a repeated request gets the first answer. */
  keyOf(body: unknown): string;
}

/** Idempotency keys of one form, for as long as it is shown. */
export function useRequestKeys(): RequestKeys {
  const [keys] = useState(() => new Map<string, string>());

  function keyOf(body: unknown): string {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? newRequestKey();
    keys.set(text, key);
    return key;
  }

  return { keyOf };
}
