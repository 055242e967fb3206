import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { contactData, contacts } from '../tables.ts';
import { contactList } from './list.sql.ts';

export interface ContactFilter {
  search?: string | undefined;
  kind?: 'person' | 'company' | undefined;
  isCustomer?: boolean | undefined;
  isSupplier?: boolean | undefined;
  label?: string | undefined;
  sellerId?: string | undefined;
}

/** The telephone number of a contact that messages go to, without those behind a switchboard. */
const phoneOf = (ctx: TenantContext, contactId: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  SELECT d.normalised FROM ${contactData.of(ctx)} d
  WHERE d.contact_id = ${contactId} AND d.kind = 'phone' AND d.normalised NOT LIKE '%;ext=%'
  ORDER BY d.is_primary DESC, d.id LIMIT 1)`;

/** The current contacts that match a filter with `id`, `name` and `phone`, as rows of a larger statement. */
export async function contactsMatching(ctx: TenantContext, filter: ContactFilter): Promise<RawBuilder<unknown>> {
  const where = await contactList.where(ctx, { ...filter, archived: false });
  return sql`
    SELECT t.id, t.name, ${phoneOf(ctx, sql`t.id`)} AS phone FROM ${contacts.of(ctx)} t WHERE ${where}`;
}

/** The contact with an id, for a larger statement that shows its name and writes to its number. */
export const contactById = (ctx: TenantContext, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT person.name, ${phoneOf(ctx, sql`person.id`)} AS phone FROM ${contacts.of(ctx)} person WHERE person.id = ${id})`;
