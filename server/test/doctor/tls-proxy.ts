import { request as requestHttp } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';

/** How the proxy treats a request; what is left out is done as it should be. */
export interface ProxyFault {
  /** Does not append the address of the client. */
  readonly isSilent?: boolean;
  /** Writes the address of the client only where the client wrote none. */
  readonly isCredulous?: boolean;
  /** Adds one more address, as a second proxy in front does. */
  readonly isSecond?: boolean;
  readonly host?: string;
  readonly scheme?: string;
  /** Answers by itself. */
  readonly answer?: { readonly status: number; readonly location?: string };
}

export interface TlsProxy {
  readonly port: number;
  fault: ProxyFault;
  show(certificate: Certificate): void;
  close(): Promise<void>;
}

/** A proxy with a certificate in front of the product, as operators run one. */
export async function startTlsProxy(
  certificate: Certificate,
  target: () => number,
): Promise<TlsProxy> {
  const server = createServer(certificate, (incoming, outgoing) => {
    const { answer } = proxy.fault;
    if (answer) {
      const { status, location } = answer;
      outgoing.writeHead(status, location ? { location } : {}).end();
      return;
    }
    const { method = 'GET', url = '/' } = incoming;
    const headers = toHeaders(incoming.headers, incoming.socket.remoteAddress ?? '', proxy.fault);
    const onward = requestHttp(
      { host: '127.0.0.1', port: target(), path: url, method, headers },
      (from) => {
        outgoing.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: TlsProxy = {
    port: (server.address() as AddressInfo).port,
    fault: {},
    show: (shown) => server.setSecureContext(shown),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function toHeaders(
  headers: NodeJS.Dict<string | string[]>,
  client: string,
  { isSilent, isCredulous, isSecond, host, scheme }: ProxyFault,
) {
  const given = headers['x-forwarded-for'];
  const isPassedOn = isSilent || (isCredulous && given !== undefined);
  const seen = [given, isSecond && '198.51.100.7', client].filter(Boolean);
  return {
    ...headers,
    ...(host && { host }),
    ...(!isPassedOn && { 'x-forwarded-for': seen.join(', ') }),
    'x-forwarded-proto': scheme ?? 'https',
  };
}
