import type { Actor } from './auth/actor.ts';
import type { TenantContext, WorkContext } from './context.ts';
import { businessNow } from './date.ts';
import { attemptPart, type Tx } from './db/transaction.ts';
import type { EventType } from './events/event.ts';
import { newId } from './id.ts';
import type { EnqueueOptions, JobSpec } from './jobs/job-spec.ts';
import { Late } from './late.ts';
import { type OrganizationFacts, UnknownOrganization } from './tenants.sql.ts';
import type { Unit } from './unit.ts';

/** The context of a unit of work inside an organization. */
export function tenantContext(
  ctx: WorkContext,
  unit: Unit,
  organization: OrganizationFacts,
  actor: Actor,
): TenantContext {
  const clock = () => businessNow(organization);
  const now = clock();
  if (unit.organization?.id !== organization.id && (unit.events.length > 0 || unit.wakes.size > 0)) {
    throw new Error('A unit of work that has announced something of one organization cannot enter another.');
  }
  unit.organization = organization;
  unit.now = now;
  let today: Temporal.PlainDate | undefined;
  const tenant: TenantContext = {
    ...ctx,
    now,
    clock,
    organizationId: organization.id,
    actor,
    userId: actor.userId,
    timeZone: organization.timeZone,
    currency: organization.currency,
    country: organization.country,
    get today() {
      today ??= now.toZonedDateTimeISO(organization.timeZone).toPlainDate();
      return today;
    },
    enqueue: (job: JobSpec, payload: unknown, options?: EnqueueOptions) =>
      unit.enqueue(
        job,
        'perOrganization' in job ? { ...(payload as object), organizationId: organization.id } : payload,
        options,
      ),
    emit: (type, payload) => {
      if (unit.readOnly) throw new Error(`${type.type} is emitted by a route that declares no effect.`);
      unit.events.push({ id: newId(), type: type as unknown as EventType, payload: type.payload.parse(payload) });
    },
    announced: () => unit.events,
    seal: (row) => {
      unit.sealed.push(row);
    },
    wakeReaders: (topic) => {
      unit.topics.add(topic);
    },
    wakeAt: ({ name }, at) => {
      const earliest = unit.wakes.get(name);
      if (!earliest || Temporal.Instant.compare(at, earliest) < 0) unit.wakes.set(name, at);
    },
    late: lateOn(unit, ctx.tx),
    sendLate: () => unit.sendLate(),
    isRepeated: unit.isRepeated,
    attempt: async (work) => {
      const forget = unit.mark();
      const outcome = await attemptPart(tenant.tx, async (part) => {
        const value = await work({ ...tenant, tx: part, late: lateOn(unit, part) });
        // Send late statements now: a failure at COMMIT would roll back the other parts too.
        await unit.sendLate();
        return value;
      });
      if (outcome.status === 'rejected') forget();
      return outcome;
    },
  };
  return tenant;
}

/** Enters an organization that a visitor has named. Null: it does not exist. */
export const enterNamed = (work: WorkContext, organizationId: string): Promise<TenantContext | null> =>
  work.enter(organizationId).catch((error: unknown) => {
    if (error instanceof UnknownOrganization) return null;
    throw error;
  });

/** The same unit of work for another caller of the same organization. */
export const asCaller = (
  ctx: TenantContext,
  { caller, request, log }: Partial<Pick<WorkContext, 'caller' | 'request' | 'log'>>,
): TenantContext => ({
  ...ctx,
  caller: caller!,
  actor: caller!.actor,
  userId: caller!.actor.userId,
  request: request ?? ctx.request,
  log: log ?? ctx.log,
  attempt: (work) => ctx.attempt((part) => work(asCaller(part, { caller, request, log }))),
});

const lateOn =
  (unit: Unit, tx: Tx): TenantContext['late'] =>
  (write, part) => {
    const { statement, place } = unit.addLate(tx, write, part);
    return new Late(
      () => unit.sendLate(),
      () => {
        if (!statement.rows) throw new Error('This is known once the transaction has committed.');
        return statement.rows[place] as never;
      },
    );
  };
