import express from 'express';

/** The routes of this backend. */
export function createApp(access) {
  const app = express();
  app.disable('x-powered-by');

  // The signature is of the bytes as they came, so nothing may parse them before.
  app.post('/webhooks/hearth', express.raw({ type: 'application/json' }), (request, response) => {
    access.receive(request.headers, request.body);
    response.status(204).end();
  });

  app.get('/projects/:id/report', async (request, response) => {
    const [, idToken = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const { status, body } = await access.answer(idToken, request.params.id);
    response.status(status).json(body);
  });

  app.use((error, _request, response, _next) => {
    // Refusals of Hearth have a status and a sentence; anything else is a fault of ours or an outage.
    const status = error.name === 'HearthError' && error.status < 500 ? error.status : 502;
    response.status(status).json({ error: status === 502 ? 'Try again later.' : error.message });
  });
  return app;
}
