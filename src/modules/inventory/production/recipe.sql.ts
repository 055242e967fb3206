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
