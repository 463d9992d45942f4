import fastify from 'fastify';
import pg from 'pg';

/** The measure of the authenticated read: Fastify with one primary-key select and nothing else. */
const [location, id, port] = process.argv.slice(2);
const pool = new pg.Pool({ ...JSON.parse(location), max: 10 });
const app = fastify();

app.get('/', async () => {
  const { rows } = await pool.query('select * from subscriptions where id = $1', [id]);
  return rows[0];
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.send('ready');
process.once('disconnect', () => process.exit());
