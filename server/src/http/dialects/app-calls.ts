import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { refuse } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import {
  type Authenticate,
  type Authenticated,
  admitChange,
  presentLimits,
  type Slot,
} from '../../slot/index.ts';
import { bearerToken } from '../bearer-token.ts';
import { noteCaller, toClient } from '../client.ts';
import { encodeCallableRefusal } from '../dialect.ts';
import type { AnyOperation, Execute } from '../execute.ts';
import { answerFailure } from '../failures.ts';
import { addNames } from './call-names.ts';
import { documentDialect } from './document-dialect.ts';

interface AppParts {
  readonly execute: Execute;
  readonly slot: Slot;
}

/** Calls and routes of the product on Hearth. */
export async function registerApp(
  app: FastifyInstance,
  { execute, slot: { contract, operations, routes } }: AppParts,
): Promise<void> {
  addNames(contract.calls);
  await app.register((own, _options, done) => {
    neverStore(own);
    documentDialect(own, { operations, execute });
    done();
  });
  if (routes) {
    const authenticate = createAuthenticate(execute);
    await app.register((own, _options, done) => {
      neverStore(own);
      own.addHook('onRoute', (route) => {
        route.config ??= { call: 'app' };
      });
      own.setErrorHandler(answerFailure(encodeCallableRefusal));
      own.register(routes, { prefix: '/api', authenticate });
      done();
    });
  }
}

function neverStore(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}

const anything = z.looseObject({});

const reading = ['GET', 'HEAD'];

/** Lets the executor verify token and access as for a call: a read, or a change where the method says so. */
function createAuthenticate(execute: Execute): Authenticate {
  return async (request, access) => {
    let found: Authenticated | undefined;
    const entry = { access, input: anything, output: anything, refusals: [] };
    const isRead = reading.includes(request.method);
    const run = async (_input: never, context: Asked) => {
      const { caller, view } = context;
      const limits = isRead ? presentLimits(context) : await admitChange(context.db, context);
      found = { caller, view, limits };
      return {};
    };
    const asked: AnyOperation = { entry, kind: isRead ? 'read' : 'saga', run };
    await execute(asked, {
      idToken: bearerToken(request),
      input: Object.assign({}, request.query, request.params),
      client: toClient(request),
      onCaller: noteCaller(request),
    });
    return found ?? refuse('server/internal');
  };
}

type Asked = Pick<Authenticated, 'caller' | 'view'> &
  Parameters<typeof presentLimits>[0] & { readonly db: Database };
