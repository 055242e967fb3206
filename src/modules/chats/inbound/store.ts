import type { Steps, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { insertPayloads, type NewPayload, selectAllUnrouted, selectRoutes, takeUnrouted } from './inbound.sql.ts';
import { partsOf, problemOf } from './msgapp.ts';
import { processInbound } from './process.ts';

/** In turn, so that messages keep the order in which they came. */
export const JOBS_AT_ONCE = 1;
/** Webhooks that arrive while earlier ones are being stored share the next transaction. */
const STORED_AT_ONCE = 250;
const BYTES_AT_ONCE = 4_000_000;
/** Under load an organization has a job this often, which processes all that came meanwhile. */
const JOB_EVERY_MS = 500;
/** A job that starts sooner than this may miss what is stored now. */
const JOB_MARGIN_MS = 50;
const ORGANIZATIONS_KNOWN_MAX = 10_000;

interface Webhook {
  adapter: string;
  body: Uint8Array;
}

interface Line {
  waiting: (Webhook & PromiseWithResolvers<void>)[];
  isStoring: boolean;
  /** When the last job of an organization starts, in milliseconds. */
  jobs: Map<string, number>;
}

/** One line for each service in this process. */
const lines = new WeakMap<object, Line>();

function lineOf({ connections }: Pick<Steps, 'connections'>): Line {
  const known = lines.get(connections);
  if (known) return known;
  const line: Line = { waiting: [], isStoring: false, jobs: new Map() };
  lines.set(connections, line);
  return line;
}

/** Stores a webhook together with those that arrive at the same time. It is committed when this returns. */
export async function storeSoon(steps: Steps, webhook: Webhook): Promise<void> {
  const line = lineOf(steps);
  const entry = { ...webhook, ...Promise.withResolvers<void>() };
  line.waiting.push(entry);
  if (!line.isStoring) void storeWaiting(steps, line);
  await entry.promise;
}

async function storeWaiting(steps: Steps, line: Line): Promise<void> {
  line.isStoring = true;
  while (line.waiting.length > 0) {
    const batch = line.waiting.splice(0, countOfBatch(line.waiting));
    try {
      await storeBatch(steps, line, batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      // A message that cannot be stored must not keep the others from being stored.
      else for (const each of batch) await storeBatch(steps, line, [each]).then(each.resolve, each.reject);
    }
  }
  line.isStoring = false;
}

/** At least one, however large it is. */
function countOfBatch(waiting: Webhook[]): number {
  let count = 0;
  for (let bytes = 0; count < Math.min(waiting.length, STORED_AT_ONCE); count++) {
    bytes += waiting[count]!.body.length;
    if (count > 0 && bytes > BYTES_AT_ONCE) break;
  }
  return count;
}

async function storeBatch(steps: Steps, line: Line, batch: Webhook[]): Promise<void> {
  const starts = new Map<string, number>();
  const relied = new Map<string, number>();
  await steps.transaction(async (ctx) => {
    starts.clear();
    relied.clear();
    const now = realNow().epochMilliseconds;
    for (const organizationId of await storeWebhooks(ctx, batch)) {
      const last = line.jobs.get(organizationId) ?? 0;
      if (last > now + JOB_MARGIN_MS) {
        relied.set(organizationId, last);
        continue;
      }
      const startMs = Math.max(now, last + JOB_EVERY_MS);
      starts.set(organizationId, startMs);
      enqueue(ctx, organizationId, startMs > now ? Temporal.Instant.fromEpochMilliseconds(startMs) : null);
    }
  });
  if (line.jobs.size > ORGANIZATIONS_KNOWN_MAX) line.jobs.clear();
  for (const [organizationId, startMs] of starts) line.jobs.set(organizationId, startMs);
  // The commit took so long that the job which was to process these may have missed them.
  const now = realNow().epochMilliseconds;
  const missed = [...relied].filter(([, startMs]) => startMs <= now).map(([organizationId]) => organizationId);
  if (missed.length > 0)
    await steps.transaction(async (ctx) => {
      for (const organizationId of missed) enqueue(ctx, organizationId, null);
    });
}

const enqueue = (ctx: WorkContext, organizationId: string, startAt: Temporal.Instant | null): void =>
  ctx.enqueue(
    processInbound,
    { organizationId },
    { group: organizationId, groupConcurrency: JOBS_AT_ONCE, ...(startAt && { startAt }) },
  );

/**
 * Stores the bytes of webhooks for each organization that they are for, and answers these. What is for nobody, or cannot be
 * read, waits for an operator.
 */
async function storeWebhooks(ctx: WorkContext, webhooks: Webhook[]): Promise<Set<string>> {
  const read = webhooks.map(({ adapter, body }) => ({ kind: 'msgapp' as const, adapter, body, ...addressesIn(body) }));
  const adapters = [...new Set(read.map(({ adapter }) => adapter))];
  const routes = await Promise.all(
    adapters.map((adapter) => {
      const named = read.filter((each) => each.adapter === adapter).flatMap(({ addresses }) => addresses);
      return selectRoutes(ctx.tx, adapter, [...new Set(named)]);
    }),
  );
  const ownerOf = new Map(routes.flat().map((each) => [`${each.adapter} ${each.address}`, each.organizationId]));
  const rows = read.flatMap(({ addresses, problem, ...shared }) => {
    // It is signed, so it is kept: an answer other than 2xx would bring it back for days.
    if (problem) return [payloadOf({ ...shared, problem, state: 'failed' })];
    const owner = (address: string) => ownerOf.get(`${shared.adapter} ${address}`);
    const unrouted = addresses.filter((address) => !owner(address));
    const owners = new Set(addresses.flatMap((address) => owner(address) ?? []));
    return [
      ...(unrouted.length > 0 ? [payloadOf({ ...shared, unrouted, state: 'unrouted' })] : []),
      ...[...owners].map((organizationId) => {
        const own = addresses.filter((address) => owner(address) === organizationId);
        return payloadOf({ ...shared, organizationId, addresses: own });
      }),
    ];
  });
  await insertPayloads(ctx.tx, rows);
  return new Set(rows.flatMap(({ organizationId }) => organizationId ?? []));
}

function addressesIn(body: Uint8Array): { addresses: string[]; problem: string | null } {
  try {
    return { addresses: [...new Set(partsOf(body).map(({ address }) => address))], problem: null };
  } catch (error) {
    return { addresses: [], problem: problemOf(error).slice(0, 500) };
  }
}

export const payloadOf = (given: Pick<NewPayload, 'kind' | 'adapter' | 'body'> & Partial<NewPayload>): NewPayload => ({
  id: newId(),
  organizationId: null,
  channelId: null,
  state: 'pending',
  addresses: [],
  unrouted: [],
  problem: null,
  receivedAt: realNow(),
  ...given,
});

const SHOWN_MAX = 100;

/** Webhooks of the messaging app that are for nobody, for an operator: no organization may see them. */
export const listUnrouted = ({ tx }: WorkContext) => selectAllUnrouted(tx, SHOWN_MAX);

/** Routes such a webhook again. False: there is none. */
export async function routeAgain(ctx: WorkContext, id: string): Promise<boolean> {
  const payload = await takeUnrouted(ctx.tx, id);
  if (!payload) return false;
  for (const organizationId of await storeWebhooks(ctx, [payload])) enqueue(ctx, organizationId, null);
  return true;
}
