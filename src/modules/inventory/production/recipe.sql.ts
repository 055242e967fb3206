import { sql } from 'kysely';
import { RetryTransaction, type Tx, violates } from '#platform/db/database.ts';

export interface Recipe {
  resourceId: string;
  version: number;
  yields: string;
  /** Minor units of the organization's currency. */
  labourCost: bigint;
  note: string | null;
  createdBy: string | null;
  createdAt: string;
  parts: RecipePart[];
}

export interface RecipePart {
  resourceId: string;
  quantity: string;
  /** Percent. */
  waste: string;
}

type Head = Omit<Recipe, 'parts'>;

const heads = ['resourceId', 'version', 'yields', 'labourCost', 'note', 'createdBy', 'createdAt'] as const;

/** A recipe of a product: the version asked for, or the latest. */
export async function selectRecipe(
  tx: Tx,
  organizationId: string,
  resourceId: string,
  version: number | null,
): Promise<Recipe | undefined> {
  const head: Head | undefined = await tx
    .selectFrom('recipes')
    .select(heads)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', resourceId)
    .$if(version !== null, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!head) return undefined;
  const parts = await tx
    .selectFrom('recipeParts')
    .select(['partId as resourceId', 'quantity', 'waste'])
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', resourceId)
    .where('version', '=', head.version)
    .orderBy('line')
    .execute();
  return { ...head, parts };
}

/** Of two that make the same version at once, one runs again and makes the next. */
export async function insertRecipe(
  tx: Tx,
  organizationId: string,
  recipe: Omit<Recipe, 'createdAt'> & { createdAt: Temporal.Instant },
): Promise<void> {
  const { parts, ...head } = recipe;
  const column = <K extends keyof RecipePart>(name: K) => parts.map((part) => part[name]);
  await tx
    .insertInto('recipes')
    .values({ organizationId, ...head })
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'recipes_pkey') ? new RetryTransaction() : error;
    });
  await sql`
    INSERT INTO recipe_parts (organization_id, resource_id, version, part_id, quantity, waste, line)
    SELECT ${organizationId}::uuid, ${head.resourceId}::uuid, ${head.version}::int, g.* FROM unnest(
      ${column('resourceId')}::uuid[], ${column('quantity')}::numeric[], ${column('waste')}::numeric[])
      WITH ORDINALITY AS g`.execute(tx);
}

/** These resources, and whatever was made of them since a day, and of that: products of products too. */
export async function selectMadeOf(
  tx: Tx,
  organizationId: string,
  resourceIds: string[],
  since: string,
): Promise<string[]> {
  const { rows } = await sql<{ resourceId: string }>`
    WITH RECURSIVE made AS (
      SELECT unnest(${resourceIds}::uuid[]) AS resource_id
      UNION
      SELECT r.resource_id FROM made
      JOIN recipe_parts r ON r.organization_id = ${organizationId} AND r.part_id = made.resource_id
      WHERE EXISTS (
        SELECT FROM productions p
        WHERE p.organization_id = ${organizationId} AND p.resource_id = r.resource_id AND p.recipe_version = r.version
          AND p.status = 'applied' AND p.applied_on >= ${since}::date)
    )
    SELECT resource_id FROM made`.execute(tx);
  return rows.map(({ resourceId }) => resourceId);
}
