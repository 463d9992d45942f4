import { useState } from 'react';

interface RequestKeys {
  /** Equal bodies get one key, so that a repeated request gets the first answer. */
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

/** 128 random bits; randomUUID would need https, which a phone in the local network does not have. */
function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
