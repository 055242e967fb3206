import { z } from 'zod';
import { createApp } from '#app';
import { readConfig } from '#platform/config.ts';
import { event } from '#platform/events/event.ts';
import { newId } from '#platform/id.ts';
import { fillEvents, invoiceId, TYPES } from './fill-events.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const LARGE = 5_000_000;
const SMALL = 10_000;
const TIMES = 200;
const WARM_UP = 20;
const RATIO_MAX = 1.5;

/** Measures the cost of a long history: the same reads and writes in a small organization and in one with 500 times the events. */
export const events = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const small = await service.newOrganization('Colmado La Esquina');
    const large = await service.newOrganization('Supermercado Nacional');
    await fillEvents(service.owner, small, SMALL);
    await fillEvents(service.owner, large, LARGE);
    // One invoice from the middle of each history.
    const payload = {
      [small]: JSON.stringify({ invoiceId: await invoiceId(service.owner, 100) }),
      [large]: JSON.stringify({ invoiceId: await invoiceId(service.owner, 50_000) }),
    };
    const compare = async (what: string, work: (organizationId: string) => Promise<unknown>): Promise<Measurement> =>
      describe(
        what,
        await interleave(
          () => work(large),
          () => work(small),
        ),
      );
    const page = (organizationId: string, query: Record<string, string> = {}) =>
      readPage(service, organizationId, query);
    return [
      await withAppend(service, (append) => compare('append one event', append)),
      await compare('feed, first page', (id) => page(id)),
      await compare('feed, by type', (id) => page(id, { type: TYPES[0]! })),
      await compare('feed, by an id of the payload', (id) => page(id, { payload: payload[id]! })),
      await compare('feed, by a user who made every event', (id) =>
        page(id, { payload: JSON.stringify({ userId: id }) }),
      ),
    ];
  });

/** A unit of work that only emits one event, as every write does at its end. */
async function withAppend<T>(service: BenchService, use: (append: (id: string) => Promise<unknown>) => Promise<T>) {
  const made = event({
    type: 'comment:created',
    emittedWhen: 'the bench writes one',
    payload: z.object({ invoiceId: z.uuid(), message: z.string() }),
    example: { invoiceId: newId(), message: 'Hola' },
  });
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: service.dataDir });
  const { engine, database } = await createApp(config, service.database.applicationUrl());
  try {
    return await use((id) => engine.within(id, async (ctx) => ctx.emit(made, { invoiceId: newId(), message: 'Hola' })));
  } finally {
    await database.close();
  }
}

async function readPage(service: BenchService, organizationId: string, query: Record<string, string>): Promise<void> {
  const headers = { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId };
  const answer = await fetch(`${service.process.baseUrl}/v1/organization/events?${new URLSearchParams(query)}`, {
    headers,
  });
  const { data } = (await answer.json()) as { data: unknown[] };
  if (data.length === 0) throw new Error('The page is empty.');
}

async function interleave(large: () => Promise<unknown>, small: () => Promise<unknown>) {
  const tookMs = { large: [] as number[], small: [] as number[] };
  for (let time = 0; time < TIMES + WARM_UP; time++) {
    const order = time % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const);
    for (const which of order) {
      const startedAt = performance.now();
      await (which === 'large' ? large() : small());
      if (time >= WARM_UP) tookMs[which].push(performance.now() - startedAt);
    }
  }
  return { large: median(tookMs.large), small: median(tookMs.small) };
}

function describe(what: string, tookMs: { large: number; small: number }): Measurement {
  const ratio = tookMs.large / tookMs.small;
  const measured = `${ratio.toFixed(2)} (${tookMs.large.toFixed(2)} / ${tookMs.small.toFixed(2)} ms)`;
  const counts = `${LARGE.toLocaleString('en')} / ${SMALL.toLocaleString('en')} events`;
  return { what: `${what}, ${counts}`, target: `<= ${RATIO_MAX.toFixed(2)}`, measured, met: ratio <= RATIO_MAX };
}
