import type { z } from 'zod';
import { actingUser } from '#platform/auth/acting-user.ts';
import { requireFreshSession } from '#platform/auth/authenticate.ts';
import { grantCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { type FieldError, refusal, unknownReference } from '#platform/refusal.ts';
import { type Automation, automations, present, schedules, versions } from '../tables.ts';
import { cancelThreadsOf } from '../thread/thread.sql.ts';
import { expiredThreads, KEPT } from '../ticks.ts';
import type { AutomationChange, NewAutomation, VersionRestored } from './automation.schema.ts';
import { deleteVersions, removeForgotten, versionList } from './automation.sql.ts';
import { checkGraph, secretsIn } from './check-graph.ts';
import type { Graph } from './graph.schema.ts';

export const TooManyAutomations = refusal(
  'too_many_automations',
  'An organization has at most 500 automations: delete one first.',
);

export const WEBHOOK_CAPABILITY = 'automation';
const AUTOMATIONS_MAX = 500;
export const VERSIONS_KEPT = 100;

const capabilityOf = ({ organizationId }: TenantContext, entityId: string) => ({
  organizationId,
  entityId,
  kind: WEBHOOK_CAPABILITY,
});

export async function createAutomation(
  ctx: TenantContext,
  { trigger, nodes, enabled, ...given }: z.output<typeof NewAutomation>,
  expressionProblems: FieldError[],
) {
  const graph = await checkGraph(ctx, { trigger, nodes }, expressionProblems);
  if ((await automations.countForLimit(ctx, { deletedAt: null })) >= AUTOMATIONS_MAX) throw TooManyAutomations();
  const id = newId();
  const automation = await automations.insert(ctx, {
    ...given,
    ...factsOf(graph),
    ...(enabled && (await publication(ctx))),
    id,
    publicId: await grantCapability(ctx, capabilityOf(ctx, id), { prefix: 'auto' }),
    enabled,
    currentVersion: 1,
  });
  await insertVersion(ctx, automation, graph);
  return describe(ctx, automation, graph);
}

/** Saves a new version and keeps the newest ones. Threads that are kept keep theirs. Of an enabled automation, who saves it becomes the publisher. */
export async function replaceAutomation(
  ctx: TenantContext,
  id: string,
  { trigger, nodes, version, ...given }: z.output<typeof AutomationChange>,
  expressionProblems: FieldError[],
) {
  const before = await automations.lock(ctx, present(id), version);
  return saveVersion(ctx, before, await checkGraph(ctx, { trigger, nodes }, expressionProblems), given);
}

/** Saves an earlier version once more, as the newest one. What it refers to may be gone since, or be forbidden to the caller. */
export async function restoreVersion(
  ctx: TenantContext,
  id: string,
  { automationVersion: number, version }: z.output<typeof VersionRestored>,
) {
  const before = await automations.lock(ctx, present(id), version);
  const earlier = await versions.find(ctx, { automationId: id, number });
  if (!earlier) throw unknownReference('body.automationVersion', 'The version');
  const { trigger, nodes } = earlier;
  if (number === before.currentVersion) return describe(ctx, before, { trigger, nodes });
  return saveVersion(ctx, before, await checkGraph(ctx, { trigger, nodes }, []), {});
}

async function saveVersion(
  ctx: TenantContext,
  before: Automation,
  graph: Graph,
  given: Omit<z.output<typeof AutomationChange>, 'trigger' | 'nodes' | 'version'> | Record<never, never>,
) {
  const automation = await automations.update(ctx, before.id, {
    ...given,
    ...factsOf(graph),
    ...(before.enabled && (await publication(ctx))),
    currentVersion: before.currentVersion + 1,
    updatedAt: ctx.now,
  });
  await insertVersion(ctx, automation, graph);
  const upTo = automation.currentVersion - VERSIONS_KEPT;
  if (upTo > 0) await deleteVersions(ctx, before.id, upTo);
  return describe(ctx, automation, graph);
}

const insertVersion = (ctx: TenantContext, automation: Automation, graph: Graph) =>
  versions.insert(ctx, {
    ...graph,
    automationId: automation.id,
    number: automation.currentVersion,
    ...(automation.enabled && publishedOf(ctx, automation)),
  });

const publishedOf = (ctx: TenantContext, { publishedBy }: Automation) => ({ publishedBy, publishedAt: ctx.now });

/** The parts of a graph by which automations are found. */
const factsOf = (graph: Graph) => ({
  triggerKind: graph.trigger.kind,
  eventTypes: graph.trigger.kind === 'event' ? [...new Set(graph.trigger.types)] : [],
  secretNames: [...new Set(secretsIn(graph).map(({ name }) => name))],
});

/**
 * It acts as the person who published it, with the permissions that they have here and now at most. It goes on to do so after their
 * session has ended, so publishing needs a fresh authentication. Saving a disabled automation publishes nothing.
 */
async function publication(ctx: TenantContext) {
  requireFreshSession(ctx.actor);
  return {
    publishedBy: await actingUser(ctx),
    publishedPermissions: [...(ctx.caller?.organization?.permissions ?? [])],
  };
}

/** Enables it as the caller. What it refers to may be gone since it was saved, or be forbidden to the caller. */
export async function enableAutomation(ctx: TenantContext, id: string) {
  const before = await automations.lock(ctx, present(id));
  const graph = await graphOf(ctx, before);
  await checkGraph(ctx, graph, []);
  const change = { ...(await publication(ctx)), enabled: true, updatedAt: ctx.now };
  const automation = await automations.update(ctx, id, change);
  const current = { automationId: id, number: automation.currentVersion };
  await versions.updateAll(ctx, current, publishedOf(ctx, automation));
  return describe(ctx, automation, graph);
}

/** Nothing starts any more. Threads that run are finished. */
export async function disableAutomation(ctx: TenantContext, id: string) {
  await automations.lock(ctx, present(id));
  const automation = await automations.update(ctx, id, { enabled: false, updatedAt: ctx.now });
  return describe(ctx, automation, await graphOf(ctx, automation));
}

/** Ends what runs and what is planned. Its threads stay readable as long as those of others, and its row with them. */
export async function deleteAutomation(ctx: TenantContext, id: string): Promise<void> {
  await automations.lock(ctx, present(id));
  await automations.update(ctx, id, { enabled: false, deletedAt: realNow(), updatedAt: ctx.now });
  await revokeCapabilities(ctx, capabilityOf(ctx, id));
  await schedules.updateAll(
    ctx,
    { automationId: id, state: 'planned' },
    { state: 'canceled', nextAt: null, updatedAt: ctx.now },
  );
  for (const threadId of await cancelThreadsOf(ctx, id, ctx.userId)) ctx.wakeReaders(threadId);
  ctx.wakeAt(expiredThreads, ctx.now.add(KEPT));
  await removeForgotten(ctx);
}

export const readAutomation = async (ctx: TenantContext, id: string, version?: number) => {
  const automation = await automations.get(ctx, present(id));
  return describe(ctx, automation, await graphOf(ctx, automation, version));
};

export async function graphOf(
  ctx: TenantContext,
  { id, currentVersion }: Automation,
  number = currentVersion,
): Promise<Graph> {
  const { trigger, nodes } = await versions.get(ctx, { automationId: id, number });
  return { trigger, nodes };
}

export async function listVersions(ctx: TenantContext, id: string, query: Parameters<typeof versionList.page>[1]) {
  const { currentVersion } = await automations.get(ctx, present(id));
  return versionList.page(ctx, { ...query, automationId: id }, (rows) =>
    rows.map((row) => ({ ...row, isCurrent: row.number === currentVersion })),
  );
}

const webhookUrl = ({ publicUrl }: { publicUrl: string }, { publicId }: Pick<Automation, 'publicId'>): string =>
  `${publicUrl}/v1/automation/webhook/${publicId}`;

export const summarize = (ctx: TenantContext, automation: Automation) => ({
  ...automation,
  webhookUrl: automation.triggerKind === 'webhook' ? webhookUrl(ctx, automation) : null,
});

const describe = (ctx: TenantContext, automation: Automation, graph: Graph) => ({
  ...summarize(ctx, automation),
  ...graph,
});
