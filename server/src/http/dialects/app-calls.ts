import type { AnyLimits } from '@hearth/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  type Admitted,
  type AppServer,
  type AppWork,
  type Authenticate,
  admitChange,
  isSigned,
  presentLimits,
  type RouteParts,
  type SignedAddresses,
} from '../../app/index.ts';
import type { Changing, OperationKind, Reading } from '../../platform/operation.ts';
import { refuseIf } from '../../platform/refusal.ts';
import { bearerToken } from '../bearer-token.ts';
import { streamBodies } from '../bounded-body.ts';
import { noteCaller, toClient } from '../client.ts';
import { encodeCallableRefusal } from '../dialect.ts';
import type { AnyOperation, Execute } from '../execute.ts';
import { answerFailure } from '../failures.ts';
import { addNames } from './call-names.ts';
import { documentDialect } from './document-dialect.ts';

interface AppParts {
  readonly execute: Execute;
  readonly appServer: AppServer;
  readonly appWork: AppWork;
  readonly addresses: SignedAddresses;
}

/** Calls and routes of the product on Hearth. */
export async function registerApp(
  app: FastifyInstance,
  { execute, appServer: { contract, operations, routes }, appWork, addresses }: AppParts,
): Promise<void> {
  addNames(contract.calls);
  await app.register((own, _options, done) => {
    neverStore(own);
    documentDialect(own, { operations, execute });
    done();
  });
  if (routes) {
    const authenticate = createAuthenticate(execute, addresses);
    const parts: RouteParts = { ...appWork, authenticate, signAddress: addresses.sign };
    await app.register((own, _options, done) => {
      neverStore(own);
      streamBodies(own);
      own.addHook('onSend', async (request, reply) => {
        if (isSigned(request)) {
          reply.header('cache-control', 'private, no-store');
        }
      });
      own.addHook('onRoute', (route) => {
        route.config ??= { call: 'app' };
      });
      own.setErrorHandler(answerFailure(encodeCallableRefusal));
      own.register(routes, { ...parts, prefix: '/api' });
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

/** Lets the executor verify caller and access as for a call: a read, or a change if the method says so. */
function createAuthenticate(execute: Execute, addresses: SignedAddresses): Authenticate {
  return async (request, access, { readOnly } = {}) => {
    const marked = readOnly && reading.includes(request.method) ? { readOnly } : {};
    const entry = { access, input: anything, output: anything, refusals: [], ...marked };
    const claims = addresses.open(request);
    const client = toClient(request);

    async function ask<Result>(kind: OperationKind, work: Work<Result>): Promise<Result> {
      const results: Result[] = [];
      const run = async (_input: never, context: AdmittedContext) => {
        results.push(await work(context));
        return {};
      };
      // The executor gives each kind its own access to the database; the work asks for no other.
      const asked = { entry, kind, run } as unknown as AnyOperation;
      await execute(asked, {
        ...(claims ? { claims } : { idToken: bearerToken(request) }),
        input: Object.assign({}, request.query, request.params),
        client,
        onCaller: noteCaller(request),
      });
      return results[0] as Result;
    }

    const isRead = reading.includes(request.method);
    const admitted = isRead
      ? await ask('read', async (context) => toAdmitted(context, presentLimits(context)))
      : await ask('saga', async (context) =>
          toAdmitted(context, await admitChange(context.db, context)),
        );
    return {
      ...admitted,
      client,
      async change(work) {
        refuseIf(isRead, 'server/internal', 'A route of GET changes nothing.');
        return await ask('change', async (context) => {
          const limits = await admitChange(context.tx, context);
          return await work(context.tx, toAdmitted(context, limits));
        });
      },
    };
  };
}

type AdmittedContext = Pick<Admitted, 'caller' | 'view'> &
  Parameters<typeof presentLimits>[0] &
  Reading &
  Changing;

type Work<Result> = (context: AdmittedContext) => Promise<Result>;

function toAdmitted({ caller, view }: AdmittedContext, limits: AnyLimits): Admitted {
  return { caller, view, limits };
}
