import pg from 'pg';

/** Opens the product's own database. If PostgreSQL stops, the query fails; the client's error event alone must not end the bench. */
export async function openClient(location) {
  const client = new pg.Client(location);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
