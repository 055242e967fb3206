import type { TenantContext } from '#platform/context.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { turns } from '#platform/turns.ts';
import type { Trigger } from '../automation/graph.schema.ts';
import { areMet } from '../expression/condition.ts';
import { type Automation, automations, causes, versions } from '../tables.ts';
import { recordThread } from '../thread/start.ts';

type EventTrigger = Extract<Trigger, { kind: 'event' }>;

/** Starts the threads of committed events, in the transaction that advances the cursor: each event starts each once. */
export async function onEvents(ctx: TenantContext, events: RecordedEvent[]): Promise<void> {
  const eventId = events.map(({ id }) => id);
  const [listening, known] = await Promise.all([
    automations.all(ctx, { enabled: true, triggerKind: 'event' }),
    causes.all(ctx, { eventId }),
  ]);
  if (listening.length > 0) await startMatching(ctx, events, listening, known);
  if (known.length > 0) await causes.delete(ctx, { eventId });
}

async function startMatching(
  ctx: TenantContext,
  events: RecordedEvent[],
  listening: Automation[],
  known: { eventId: string; depth: number }[],
): Promise<void> {
  const wanted = new Set(listening.flatMap(({ eventTypes }) => eventTypes));
  const relevant = events.filter(({ type }) => wanted.has(type));
  if (relevant.length === 0) return;
  const triggers = await readTriggers(ctx, listening);
  const turn = turns();
  const depths = new Map(known.map(({ eventId, depth }) => [eventId, depth]));
  for (const event of relevant)
    for (const automation of listening) {
      const { id, type, createdAt, payload } = event;
      const input = { id, type, createdAt, payload };
      if (!automation.eventTypes.includes(type)) continue;
      await turn();
      if (!areMet(triggers.get(automation.id)!, { event: input, input })) continue;
      const depth = depths.get(id) ?? 0;
      await recordThread(ctx, automation, { source: 'event', triggerKey: `event:${id}`, eventId: id, input, depth });
    }
}

async function readTriggers(ctx: TenantContext, listening: Automation[]): Promise<Map<string, EventTrigger>> {
  const rows = await Promise.all(
    listening.map(({ id, currentVersion }) => versions.get(ctx, { automationId: id, number: currentVersion })),
  );
  return new Map(rows.map(({ automationId, trigger }) => [automationId, trigger as EventTrigger]));
}
