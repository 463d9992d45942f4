import { hash, verify } from '@node-rs/argon2';
import fastify from 'fastify';

/** Measures how much of the hash rate is left behind HTTP: Fastify with one verification and nothing else. */
const [password, port] = process.argv.slice(2);
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const app = fastify();

app.post('/', async (request) => ({ matches: await verify(stored, request.body.password) }));
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.send('ready');
process.once('disconnect', () => process.exit());
