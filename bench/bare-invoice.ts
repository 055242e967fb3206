// The baseline of `invoice`: a bare Fastify route that sends the recorded statements of the product in one packet
// over the same kind of connections and returns the product's answer. It has no logic and waits for no intermediate result.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import Fastify from 'fastify';
import pg from 'pg';
import { CALLER } from './caller.ts';
import { FRESH, FRESH_ID, FRESH_NUMBER, type Sent } from './recorded.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, pipeline: true } as pg.PoolConfig);
/** By organization. */
type Recorded = Record<string, { statements: Sent[]; answer: unknown }>;
const message = once(process, 'message');
process.send?.('ready');
const [recorded] = (await message) as [Recorded];

let number = 1_000_000;

/** The statements with new ids, each id replaced consistently. */
function renewed(statements: Sent[]): Sent[] {
  const ids = new Map<string, string>();
  const own = String(++number);
  const idOf = (mark: string): string => {
    if (!ids.has(mark)) ids.set(mark, randomUUIDv7());
    return ids.get(mark)!;
  };
  const renew = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renew);
    if (typeof value !== 'string' || !value.includes(FRESH)) return value;
    if (value === FRESH_NUMBER) return own;
    return value.replace(new RegExp(`${FRESH_ID}\\d+`, 'g'), idOf);
  };
  return statements.map((statement) => ({ ...statement, values: statement.values.map(renew) }));
}

const server = Fastify();
server.post('/v1/record/pending', async (request, reply) => {
  const client = await pool.connect();
  const secretHash = createHash('sha256').update(request.headers.authorization!.slice('Bearer '.length)).digest();
  const organizationId = request.headers['x-service-organization-id'] as string;
  const { statements, answer } = recorded[organizationId]!;
  await client.query({ name: 'caller', text: CALLER, values: [organizationId, secretHash] });
  const sent = renewed(statements).map(({ values, ...statement }) =>
    client.query(values.length > 0 ? { ...statement, values } : statement.text),
  );
  const outcomes = await Promise.all(sent);
  client.release();
  if (outcomes.at(-1)!.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
  reply.code(201).header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify(answer);
});

await server.listen({ port: Number(process.env.PORT) });
process.send?.('open');
