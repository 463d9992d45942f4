import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { answerUnknown } from './failures.ts';

describe('answerUnknown', () => {
  function build() {
    const app = Fastify();
    answerUnknown(app);
    app.get('/things/:id', (_request, reply) => reply.callNotFound());
    return app;
  }

  it('says 404 if the route itself has nothing there', async () => {
    const answer = await build().inject({ method: 'GET', url: '/things/none' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers.allow).toBeUndefined();
  });

  it('says 405 if the path is taken in another method', async () => {
    const answer = await build().inject({ method: 'DELETE', url: '/things/none' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toContain('GET');
  });
});
