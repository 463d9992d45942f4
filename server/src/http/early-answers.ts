import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '@hearth/contract';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { Refusal } from '../platform/refusal.ts';
import { encodeCallableRefusal } from './dialect.ts';
import type { Stage } from './health.ts';
import type { SetSecurityHeaders } from './security-headers.ts';

/** Answers that Node or Fastify gives before any hook of ours has run. */
export function secureEarlyAnswers(
  app: FastifyInstance,
  setHeaders: SetSecurityHeaders,
  stage: () => Stage,
): void {
  app.server.prependListener('request', (_request, response) => {
    if (['draining', 'closing'].includes(stage())) {
      response.setHeader('connection', 'close');
    }
  });
  app.server.on('checkExpectation', (request, response) => {
    setHeaders(request, response, orEnd(response));
    response.writeHead(417).end();
  });
  requireHost(app);
}

/** Closes the connection if the headers fail, since an answer without them must not be sent. */
function orEnd(response: ServerResponse) {
  return (error?: Error) => void (error && response.destroy(error));
}

/** Lets such requests through, because Node would answer them without our headers. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isMissing = request.headers.host === undefined && request.raw.httpVersion !== '1.0';
    done(isMissing ? new Refusal('request/invalid', 'The Host header is missing.') : undefined);
  });
}

const codes: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'request/headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request/timeout',
};

/** Node keeps the answer that is being written here; its types leave it out. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Answers what the HTTP parser refuses, which never becomes a request. */
export function answerClientError(setHeaders: SetSecurityHeaders) {
  return (error: ConnectionError, socket: AnsweringSocket): void => {
    const isAnswered = socket._httpMessage?.headersSent === true;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
      socket.destroy(error);
      return;
    }
    const response = new ServerResponse(new IncomingMessage(socket));
    setHeaders(response.req, response, (failure) =>
      failure
        ? socket.destroy(failure)
        : writeAnswer(socket, response, codes[error.code] ?? 'request/invalid'),
    );
  };
}

function writeAnswer(socket: Socket, response: ServerResponse, code: RefusalCode): void {
  const { httpStatus, body } = encodeCallableRefusal(new Refusal(code));
  const text = JSON.stringify(body);
  const headers = {
    ...response.getHeaders(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}
