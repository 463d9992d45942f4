import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiProvider } from '../api/api-provider.tsx';
import { createApi } from '../api/index.ts';
import { useUpload } from './use-upload.ts';

const network = vi.fn<typeof fetch>();
const api = createApi({
  apiKey: 'key',
  region: 'us-central1',
  fetch: network,
  session: { authorize: (call) => call('id-token') },
});

function upload(file: Blob) {
  const { result } = renderHook(() => useUpload(), {
    wrapper: ({ children }) => <ApiProvider api={api}>{children}</ApiProvider>,
  });
  return result.current('/api/subscriptions/s/pictures', file);
}

it('a file: is sent as it is, with the token, and the answer is read', async () => {
  network.mockResolvedValueOnce(new Response('{"id":"p"}'));
  const file = new Blob(['bytes'], { type: 'image/png' });
  expect(await upload(file)).toEqual({ id: 'p' });
  const [url, init] = network.mock.lastCall ?? [];
  expect(url).toBe('/api/subscriptions/s/pictures');
  expect(init).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer id-token' } });
  // The browser names the type of a blob itself.
  expect(init?.headers).not.toHaveProperty('content-type');
  expect(init?.body).toBe(file);
});

it('a refusal: is thrown as that of a call', async () => {
  const error = { status: 'INVALID_ARGUMENT', details: { code: 'request/too-large' } };
  network.mockResolvedValueOnce(new Response(JSON.stringify({ error }), { status: 413 }));
  await expect(upload(new Blob())).rejects.toMatchObject({ refusal: 'request/too-large' });
});
