import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { freePort } from '../harness/free-port.ts';
import { createOwnTestApp, openSecondApp } from '../harness/test-app.ts';
import { startSmtpServer } from '../mail/smtp.ts';
import { makeCertificate } from './certificate.ts';
import { openSilentServer, type Plant } from './plant.ts';
import { host, refuse, type Scene } from './scene.ts';

/** The product once more behind the proxy, with another TRUST_PROXY; and the doctor's setting with it. */
async function trust(scene: Scene, trustProxy: string) {
  const { app } = scene;
  const second = await openSecondApp({ ...app, config: { ...app.config, trustProxy } }, false);
  await second.server.listen({ host: '127.0.0.1', port: 0 });
  scene.serve((second.server.server.address() as AddressInfo).port);
  return { env: { TRUST_PROXY: trustProxy } };
}

const minuteMs = 60_000;

export const outsidePlants: readonly Plant[] = [
  {
    id: 'public-url-dns',
    given: 'a name that the DNS does not know',
    plant: () => ({ elsewhere: { lookup: async (name) => refuse(name) } }),
  },
  {
    id: 'public-url-unreachable',
    given: 'a server without a proxy in front',
    also: ['webhook-missing'],
    plant: async () => ({ env: { PUBLIC_URL: `https://${host}:${await freePort()}` } }),
  },
  {
    id: 'public-url-unreachable',
    given: 'a proxy that passes nothing on',
    plant: ({ proxy }) => {
      proxy.fault = { answer: { status: 502 } };
    },
  },
  {
    id: 'not-running',
    given: 'a server that does not run',
    plant: async (scene) => {
      const port = await freePort();
      scene.serve(port);
      return { env: { PORT: String(port) } };
    },
  },
  {
    id: 'public-url-other',
    given: 'another program at PUBLIC_URL',
    plant: ({ proxy }) => {
      proxy.fault = { answer: { status: 200 } };
    },
  },
  {
    id: 'public-url-other',
    given: 'another installation with the same SECRET_KEY',
    async plant(scene) {
      const other = await createOwnTestApp({
        env: { SECRET_KEY: scene.app.config.secretKey, TRUST_PROXY: '1' },
        logger: false,
      });
      // Test databases are copies, and copies have the same id.
      await sql`update installation set id = 'other'`.execute(other.db);
      await other.server.listen({ host: '127.0.0.1', port: 0 });
      scene.serve((other.server.server.address() as AddressInfo).port);
    },
  },
  {
    id: 'public-url-redirect',
    given: 'a redirect to www',
    plant: ({ proxy }) => {
      proxy.fault = { answer: { status: 301, location: 'https://www.acme.dev/' } };
    },
  },
  {
    id: 'certificate-invalid',
    given: 'a certificate that nobody has signed',
    plant: ({ proxy }) => proxy.show(makeCertificate(host)),
  },
  {
    id: 'certificate-invalid',
    given: 'a certificate of another host',
    plant({ proxy }) {
      const other = makeCertificate('www.acme.dev');
      proxy.show(other);
      return { elsewhere: { authorities: [other.cert] } };
    },
  },
  {
    id: 'certificate-invalid',
    given: 'a certificate that has ended',
    plant({ proxy }) {
      const ended = makeCertificate(host, -1);
      proxy.show(ended);
      return { elsewhere: { authorities: [ended.cert] } };
    },
  },
  {
    id: 'certificate-expiring',
    given: 'a certificate that ends in five days',
    plant({ proxy }) {
      const ending = makeCertificate(host, 5);
      proxy.show(ending);
      return { elsewhere: { authorities: [ending.cert] } };
    },
  },
  {
    id: 'proxy-not-trusted',
    given: 'a proxy, and TRUST_PROXY=0',
    plant: (scene) => trust(scene, '0'),
  },
  {
    id: 'proxy-not-trusted',
    given: 'a proxy, and TRUST_PROXY with another address',
    plant: (scene) => trust(scene, '10.0.0.7'),
  },
  {
    id: 'proxy-missing',
    given: 'TRUST_PROXY=1, and a proxy that adds no address',
    plant: ({ proxy }) => {
      proxy.fault = { isSilent: true };
    },
  },
  {
    id: 'proxy-count',
    given: 'two proxies, and TRUST_PROXY=1',
    plant: ({ proxy }) => {
      proxy.fault = { isSecond: true };
    },
  },
  {
    id: 'proxy-lets-forge',
    given: 'one proxy, and TRUST_PROXY=2',
    plant: (scene) => trust(scene, '2'),
  },
  ...['1', '127.0.0.1'].map(
    (trustProxy): Plant => ({
      id: 'proxy-lets-forge',
      given: `TRUST_PROXY=${trustProxy}, and a proxy that passes on what clients write`,
      plant(scene) {
        scene.proxy.fault = { isCredulous: true };
        return trust(scene, trustProxy);
      },
    }),
  ),
  {
    id: 'proxy-changes-host',
    given: 'a proxy that passes its own host on',
    plant: ({ proxy }) => {
      proxy.fault = { host: '127.0.0.1:3000' };
    },
  },
  {
    id: 'proxy-changes-scheme',
    given: 'a proxy that says http',
    plant: ({ proxy }) => {
      proxy.fault = { scheme: 'http' };
    },
  },
  {
    id: 'clock-database',
    given: 'a machine whose clock is ten minutes ahead of the database',
    also: ['clock-outside'],
    plant: () => ({ elsewhere: { now: () => new Date(Date.now() + 10 * minuteMs) } }),
  },
  {
    id: 'clock-outside',
    given: 'a Stripe whose clock is six minutes ahead',
    plant: ({ stripe }) => {
      stripe.state.clockAheadMs = 6 * minuteMs;
    },
  },
  {
    id: 'mail-server',
    given: 'a mail server that does not answer',
    plant: async () => ({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } }),
  },
  {
    id: 'mail-server',
    given: 'a mail server behind a firewall that swallows everything',
    plant: async () => ({ env: { SMTP_URL: `smtp://${await openSilentServer()}` } }),
  },
  {
    id: 'mail-server',
    given: 'a mail server without encryption where it is required',
    plant: ({ smtp }) => ({ env: { SMTP_URL: smtp.outsideUrl } }),
  },
  {
    id: 'mail-server',
    given: 'a mail server with a certificate that nobody has signed',
    plant: async () => ({ env: { SMTP_URL: (await startSmtpServer({ tls: true })).outsideUrl } }),
  },
  {
    id: 'mail-server',
    given: 'a wrong password of the mail server',
    plant: ({ smtp }) => ({ env: { SMTP_URL: smtp.url.replace('//', '//acme:wrong@') } }),
  },
  {
    id: 'mail-sender-example',
    given: 'a sender at example.com',
    plant: () => ({ env: { MAIL_FROM: 'Acme <hello@example.com>' } }),
  },
  {
    id: 'mail-sender-unproven',
    given: 'a sender without SPF',
    plant: ({ texts }) => void texts.delete('acme.dev'),
  },
  {
    id: 'mail-sender-unproven',
    given: 'a sender without DMARC',
    plant: ({ texts }) => void texts.delete('_dmarc.acme.dev'),
  },
  {
    id: 'social-keys',
    given: 'Google switched on without its keys',
    plant: ({ app: { config } }) => ({
      product: { socialProviders: { ...config.product.socialProviders, google: true } },
    }),
  },
  {
    id: 'social-unreachable',
    given: 'a Google that cannot be reached',
    async plant({ app: { config } }) {
      const google = `http://127.0.0.1:${await freePort()}`;
      return {
        env: {
          GOOGLE_CLIENT_ID: 'client',
          GOOGLE_CLIENT_SECRET: 'anything',
        },
        product: { socialProviders: { ...config.product.socialProviders, google: true } },
        elsewhere: { issuers: { google } },
      };
    },
  },
];
