import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 10_000);
const TIMES = 100;
const WARM_UP = 10;
const RATIO_MAX = 1.5;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Measures the slots of a month for a schedule with many bookings against an empty one. */
export const slots = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const organizationId = await service.newOrganization('Barbería');
    const empty = await openSchedule(service, organizationId);
    const full = await openSchedule(service, organizationId);
    await fillBookings(service, organizationId, full.id);
    const tookMs = { empty: [] as number[], full: [] as number[] };
    for (let time = 0; time < TIMES + WARM_UP; time++) {
      for (const [which, { url }] of [['empty', empty] as const, ['full', full] as const]) {
        const startedAt = performance.now();
        const answer = await fetch(url);
        const { slots: offered } = (await answer.json()) as { slots: unknown[] };
        if (time >= WARM_UP) tookMs[which].push(performance.now() - startedAt);
        if (offered.length === 0) throw new Error('No slot is offered.');
      }
    }
    const [large, small] = [median(tookMs.full), median(tookMs.empty)];
    return [
      {
        what: `slots of a month, ${BOOKINGS.toLocaleString('en')} bookings / none`,
        target: `<= ${RATIO_MAX.toFixed(2)}`,
        measured: `${(large / small).toFixed(2)} (${large.toFixed(2)} / ${small.toFixed(2)} ms)`,
        met: large / small <= RATIO_MAX,
      },
    ];
  });

/** Open all day, with room for 50 in each half hour. */
async function openSchedule(service: BenchService, organizationId: string): Promise<{ id: string; url: string }> {
  const api = service.in(organizationId);
  const weekly = weekdays.map((weekday) => ({ weekday, from: '08:00', to: '18:00' }));
  const body = { kind: 'availability', title: 'Clase', weekly, durationMinutes: 30, capacity: 50 } as const;
  const { data } = await api.POST('/v1/tasks/schedule', { body });
  const { data: link } = await api.POST('/v1/tasks/schedule/link', { body: { scheduleId: data!.id, leadMinutes: 0 } });
  return { id: data!.id, url: link!.url };
}

/** Half of the bookings are in the month that is read, the others in the years before it. */
async function fillBookings({ owner }: BenchService, organizationId: string, scheduleId: string): Promise<void> {
  const sessions = Math.ceil(BOOKINGS / 20);
  await owner.query(
    `INSERT INTO schedule_sessions (organization_id, id, schedule_id, starts_at, ends_at, capacity, taken)
     SELECT $1, gen_random_uuid(), $2, at, at + interval '30 minutes', 50, 20
     FROM generate_series(1, $3::int) AS n,
       LATERAL (SELECT date_trunc('day', now()) + (CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END) * (n / 20) * interval '1 day'
         + interval '12 hours' + (n % 20) * interval '30 minutes' AS at) AS t`,
    [organizationId, scheduleId, sessions],
  );
  await owner.query(
    `INSERT INTO session_hosts (organization_id, session_id, host_id, busy_from, busy_until)
     SELECT organization_id, id, schedule_id, starts_at, ends_at FROM schedule_sessions WHERE organization_id = $1
     ON CONFLICT DO NOTHING`,
    [organizationId],
  );
  await owner.query(
    `INSERT INTO bookings (organization_id, id, schedule_id, session_id, starts_at, ends_at, state, name, time_zone, language,
       source, sealed_token, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), schedule_id, id, starts_at, ends_at, 'booked', 'Ana',
       'America/Santo_Domingo', 'es', 'link', '', now(), now()
     FROM schedule_sessions, generate_series(1, 20) WHERE organization_id = $1`,
    [organizationId],
  );
  await owner.query('VACUUM (ANALYZE) schedule_sessions, session_hosts, bookings');
}
