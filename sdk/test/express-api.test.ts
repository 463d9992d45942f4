import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { createHearth } from '../src/index.ts';
import { createCredentials, example, expectPromises, openProduct } from './express-promises.ts';

it('the example beside the product: 403 without the plan, 200 with it, 403 within 5 s after it was canceled', async () => {
  const app = await openProduct();
  const { createAccess } = await import(join(example, 'src/access.js'));
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      access.receive(request.headers, Buffer.concat(parts));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const hook = `http://127.0.0.1:${port}/webhooks/hearth`;
  const url = `http://127.0.0.1:${app.config.port}`;
  const { publicUrl } = app.config;
  const hearth = createHearth({ url, publicUrl, ...(await createCredentials(app, hook)) });
  const access = createAccess({ hearth, plan: 'pro' });
  await expectPromises(app, { ask: (id, idToken) => access.answer(idToken, id) });
});
