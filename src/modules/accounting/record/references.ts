import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { selectKnown } from './record.sql.ts';

interface Named {
  divisionId?: string | null | undefined;
  projectId?: string | null | undefined;
}

/** Refuses a division or a project in a body that does not exist. */
export async function requireDivisionAndProject(ctx: TenantContext, given: Named): Promise<void> {
  const { divisionId = null, projectId = null } = given;
  const known = await selectKnown(ctx, divisionId, projectId);
  if (!known.division) throw unknownReference('body.divisionId', 'This branch');
  if (!known.project) throw unknownReference('body.projectId', 'This project');
}
