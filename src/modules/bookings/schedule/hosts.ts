import { requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { unknownReference } from '#platform/refusal.ts';
import type { ScheduleHost } from '../tables.ts';

type Host = Pick<ScheduleHost, 'hostId' | 'kind'>;

/** The people and resources that a schedule names, each of them known; undefined where it names neither list. */
export async function hostsOf(
  ctx: TenantContext,
  { userIds, resourceIds }: { userIds?: string[] | undefined; resourceIds?: string[] | undefined },
): Promise<Host[] | undefined> {
  if (!userIds && !resourceIds) return undefined;
  const [people, resources] = [[...new Set(userIds)], [...new Set(resourceIds)]];
  const members = await selectActiveMembers(ctx, people);
  const stranger = people.findIndex((id) => !members.has(id));
  if (stranger >= 0) throw unknownReference(`body.userIds[${stranger}]`, 'This member');
  await requireResources(ctx, resources, 'body.resourceIds[]');
  return [
    ...people.map((hostId): Host => ({ hostId, kind: 'person' })),
    ...resources.map((hostId): Host => ({ hostId, kind: 'resource' })),
  ];
}

export async function requireTask(ctx: TenantContext, taskId: string | null | undefined): Promise<void> {
  if (taskId && !(await ctx.entityKinds.get('taskId')?.exists(ctx, taskId)))
    throw unknownReference('body.taskId', 'This task');
}
