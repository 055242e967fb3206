import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** What a rule says; decimals are text as PostgreSQL writes them. */
export interface RuleFields {
  name: string;
  active: boolean;
  percent: string | null;
  amount: string | null;
  currency: string | null;
  resourceId: string | null;
  listId: string | null;
  contactId: string | null;
  divisionId: string | null;
  minimumQuantity: string | null;
  startsOn: string | null;
  endsOn: string | null;
  slowStockDays: number | null;
  allowsBelowCost: boolean;
}

export interface DiscountRule extends RuleFields {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

const columns = [
  'id',
  'name',
  'active',
  'percent',
  'amount',
  'currency',
  'resourceId',
  'listId',
  'contactId',
  'divisionId',
  'minimumQuantity',
  'startsOn',
  'endsOn',
  'slowStockDays',
  'allowsBelowCost',
  'version',
  'createdAt',
  'updatedAt',
] as const;

const rulesOf = (tx: Tx, organizationId: string) =>
  tx.selectFrom('discountRules').where('organizationId', '=', organizationId);

export const insertRule = (
  tx: Tx,
  organizationId: string,
  { at, ...rule }: RuleFields & { id: string; createdBy: string | null; at: Temporal.Instant },
): Promise<DiscountRule> =>
  tx
    .insertInto('discountRules')
    .values({ organizationId, ...rule, createdAt: at, updatedAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const lockRule = (tx: Tx, organizationId: string, id: string): Promise<DiscountRule | undefined> =>
  rulesOf(tx, organizationId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const updateRule = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<RuleFields>,
  at: Temporal.Instant,
): Promise<DiscountRule> =>
  tx
    .updateTable('discountRules')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export async function deleteRule(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('discountRules')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRules(tx: Tx, organizationId: string): Promise<number> {
  const { count } = await rulesOf(tx, organizationId)
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a discount is for this list. */
export async function isListUsed(tx: Tx, organizationId: string, listId: string): Promise<boolean> {
  const found = await rulesOf(tx, organizationId).select('id').where('listId', '=', listId).executeTakeFirst();
  return found !== undefined;
}

/** The rules that may hold for these resources. */
export const selectRulesFor = (tx: Tx, organizationId: string, resourceIds: string[]): Promise<DiscountRule[]> =>
  rulesOf(tx, organizationId)
    .select(columns)
    .where('active', '=', true)
    .where((where) =>
      where.or([where('resourceId', 'is', null), where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)]),
    )
    .orderBy('id')
    .execute();

/** The newest first. */
export async function selectRules(
  tx: Tx,
  organizationId: string,
  filter: { resourceId?: string | undefined; active?: boolean | undefined },
  window: PageWindow,
): Promise<{ rows: DiscountRule[]; counted: number }> {
  const { resourceId, active } = filter;
  const matching = rulesOf(tx, organizationId)
    .$if(resourceId !== undefined, (query) => query.where('resourceId', '=', resourceId!))
    .$if(active !== undefined, (query) => query.where('active', '=', active!));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** Discounts for contacts that became one are for that one. */
export const moveRulesOfContacts = (tx: Tx, organizationId: string, { from, into }: ContactMerge): Promise<unknown> =>
  tx
    .updateTable('discountRules')
    .set({ contactId: into, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();
