import { batched } from '#platform/db/batched.ts';
import type { Tenant } from '#platform/db/table.ts';
import { unknownReference } from '#platform/refusal.ts';
import { type Contact, contacts } from '../tables.ts';

/** How a contact is held until the transaction ends: against other edits, or only against being merged away. */
type Hold = 'edit' | 'reference';
const locks = { edit: 'FOR NO KEY UPDATE', reference: 'FOR KEY SHARE' } as const;

/** The contact with this id, or the one that it was merged into; held if the caller asks for it. */
export async function findContact(tenant: Tenant, id: string, hold?: Hold): Promise<Contact | undefined> {
  const contact =
    hold === 'reference'
      ? (await holdContacts(tenant, id)).get(id)
      : await contacts.find(tenant, id, hold && { lock: locks[hold] });
  return contact?.mergedInto ? findContact(tenant, contact.mergedInto, hold) : contact;
}

/** In the order of ids, so that two transactions do not wait for each other. */
const holdContacts = batched(async (tenant: Tenant, ids: string[]): Promise<Map<string, Contact>> => {
  const found = await contacts.all(tenant, { id: [...new Set(ids)] }, { orderBy: ['id'], lock: locks.reference });
  return new Map(found.map((contact) => [contact.id, contact]));
});

/**
 * The contact that a field of the body names, or 422 with the path of the field. Store the id of the result, because the
 * given one may have been merged. It is held, so it cannot be merged away before the reference is written.
 */
export async function requireContact(
  tenant: Tenant,
  id: string,
  path: string,
  hold: Hold = 'reference',
): Promise<Contact> {
  const contact = await findContact(tenant, id, hold);
  if (!contact) throw unknownReference(path, 'This contact');
  return contact;
}

/** Whether the contact exists and was not merged into another. */
export const isCurrentContact = (tenant: Tenant, id: string): Promise<boolean> =>
  contacts.exists(tenant, { id, mergedInto: null });

/** All ids under which the postings of a contact were written: its own and those that were merged into it. */
export async function contactGroup(tenant: Tenant, id: string): Promise<string[]> {
  const contact = await findContact(tenant, id);
  if (!contact) return [id];
  const group = await contacts.all(tenant, { standingId: contact.id }, { columns: ['id'], orderBy: ['id'] });
  return group.map((member) => member.id);
}

/** Which of these contacts are archived. */
export async function selectArchivedContacts(tenant: Tenant, ids: string[]): Promise<Set<string>> {
  const found = await contacts.all(tenant, { id: ids }, { columns: ['id', 'archivedAt'] });
  return new Set(found.flatMap(({ id, archivedAt }) => (archivedAt === null ? [] : id)));
}

/** The fields of these contacts by which form 609 declares payments to them. */
export async function selectSuppliers(tenant: Tenant, ids: string[]) {
  const found = await contacts.all(tenant, { id: ids }, { columns: ['id', 'kind', 'abroad'] });
  return new Map(found.map((contact) => [contact.id, contact]));
}

/** The names of these contacts, without those that do not exist. */
export const selectContactNames = (tenant: Tenant, ids: string[]) =>
  contacts.all(tenant, { id: ids }, { columns: ['id', 'name'] });
