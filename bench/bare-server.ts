// The baseline of `read`: a bare Fastify route that sends the same statements over the same kind of connections as the
// product and returns their rows. No validation, no permissions, no limits, no log, no metrics, no layers.
import { createHash } from 'node:crypto';
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

await server.listen({ port: Number(process.env.PORT) });
process.send?.('open');
