// The baselines: bare Fastify routes over the same kind of connections as the product. No validation, no permissions, no
// limits, no log, no metrics, no layers. `/v1/organization/events` sends the statements of the product. `/bare/…` shows the
// room on this machine: one statement on narrow tables (`bare-tables.ts`), no caller, no transaction, no row-level security.
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { CALLER } from './caller.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, pipeline: true } as pg.PoolConfig);

const EVENTS = `
  SELECT e.seq, e.id, e.type, e.payload, e.created_at FROM events e
  WHERE e.organization_id = $1 ORDER BY e.seq DESC OFFSET $2 LIMIT $3`;
const COUNT = 'SELECT seq FROM event_counters WHERE organization_id = $1';

interface EventRow {
  seq: string;
  id: string;
  type: string;
  payload: unknown;
  created_at: Date;
}

const server = Fastify();
server.get<{ Querystring: { itemsPerPage: string } }>('/v1/organization/events', async (request, reply) => {
  const token = request.headers.authorization!.slice('Bearer '.length);
  const organizationId = request.headers['x-service-organization-id'];
  const itemsPerPage = Number(request.query.itemsPerPage);
  const client = await pool.connect();
  const secretHash = createHash('sha256').update(token).digest();
  const callers = await client.query({ name: 'caller', text: CALLER, values: [organizationId, secretHash] });
  const caller = callers.rows[0];
  const [, events, counter] = await Promise.all([
    client.query(`BEGIN READ ONLY; SET LOCAL app.organization_id = '${caller.organization_id}'`),
    client.query<EventRow>({ name: 'events', text: EVENTS, values: [caller.organization_id, 0, itemsPerPage + 1] }),
    client.query<{ seq: string }>({ name: 'count', text: COUNT, values: [caller.organization_id] }),
    client.query('COMMIT'),
  ]);
  client.release();
  const data = events.rows
    .slice(0, itemsPerPage)
    .map(({ created_at, ...event }) => ({ ...event, createdAt: created_at }));
  const total = Number(counter.rows[0]!.seq);
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({ data, page: 1, itemsPerPage, total, hasMore: events.rows.length > itemsPerPage });
});

const LIST = `
  SELECT id, number, contact, state, date, total FROM bare.documents
  WHERE organization = $1 ORDER BY date DESC, id DESC LIMIT 20`;
const DOCUMENT = `
  SELECT d.id, d.number, d.contact, d.state, d.date, d.total, l.item, l.quantity, l.price, l.tax
  FROM bare.documents d JOIN bare.lines l ON l.document = d.id WHERE d.organization = $1 AND d.id = $2`;
const SEARCH = `
  SELECT i.id, i.name, i.code, i.price FROM bare.words w JOIN bare.items i ON i.id = w.item
  WHERE w.organization = $1 AND w.word >= $2 AND w.word < $2 || U&'\\+10FFFF' ORDER BY w.word, w.item LIMIT 25`;

const bare = (path: string, name: string, text: string, values: (query: Record<string, string>) => unknown[]): void => {
  server.get<{ Querystring: Record<string, string> }>(path, async (request, reply) => {
    const { rows } = await pool.query({ name, text, values: values(request.query) });
    reply.header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify(rows);
  });
};
bare('/bare/list', 'list', LIST, ({ organization }) => [organization]);
bare('/bare/document', 'document', DOCUMENT, ({ organization, id }) => [organization, id]);
bare('/bare/search', 'search', SEARCH, ({ organization, word }) => [organization, word]);

server.post('/bare/inbound', async (request) => {
  const body = Buffer.from(JSON.stringify(request.body));
  await pool.query({
    name: 'inbound',
    text: 'INSERT INTO bare.inbound (id, body) VALUES ($1, $2)',
    values: [randomUUID(), body],
  });
  return { received: true };
});

await server.listen({ port: Number(process.env.PORT) });
process.send?.('open');
