import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from '../../../platform/public-address.ts';
import { createFetchPicture } from './fetch-picture.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(32)]);

async function serve(listener: RequestListener): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/picture`, asked: () => asked };
}

const fetchAnywhere = createFetchPicture({ allowHttp: true, isAllowedAddress: () => true });

describe('a picture from elsewhere', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
    ['image/gif', Buffer.from('GIF89a')],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ])('is taken as %s by its first bytes', async (contentType, content) => {
    const { url } = await serve((_, response) => response.end(content));
    expect(await fetchAnywhere(url)).toEqual({ contentType, content });
  });

  it.each<[string, RequestListener]>([
    ['a page', (_, response) => response.setHeader('content-type', 'image/png').end('<html>')],
    ['a drawing with scripts', (_, response) => response.end('<svg xmlns="…"/>')],
    ['nothing', (_, response) => response.end()],
    ['missing', (_, response) => response.writeHead(404).end(png)],
    [
      'elsewhere again',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(png),
    ],
    ['larger than a megabyte', (_, response) => response.end(Buffer.concat([png, megabyte]))],
    ['broken off', (_, response) => response.destroy()],
  ])('is left alone when it is %s', async (_, listener) => {
    const { url } = await serve(listener);
    expect(await fetchAnywhere(url)).toBeUndefined();
  });

  it('is not looked for inside our own network, by figures or by name', async () => {
    const { url, asked } = await serve((_, response) => response.end(png));
    const fetchPicture = createFetchPicture({ allowHttp: true });
    const { port } = new URL(url);
    for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
      expect(await fetchPicture(`http://${host}:${port}/picture`)).toBeUndefined();
    }
    expect(asked()).toBe(0);
    expect(await fetchAnywhere(url)).toBeDefined();
  });

  it('comes by https only, but in the sandbox', async () => {
    const { url, asked } = await serve((_, response) => response.end(png));
    const strict = createFetchPicture({ allowHttp: false, isAllowedAddress: () => true });
    expect(await strict(url)).toBeUndefined();
    expect(await fetchAnywhere('ftp://localhost/picture')).toBeUndefined();
    expect(asked()).toBe(0);
  });
});

const megabyte = Buffer.alloc(1024 * 1024);

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '142.250.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
});
