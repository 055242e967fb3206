import { contactsByData, createBeneficiary, findContact, normalise } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type Store, storeObjects } from '../tables.ts';
import type { StoreCustomer } from './store.port.ts';

/** The contact of a customer: the one it became earlier, one with the same address or telephone, or a new one. */
export async function contactFor(
  ctx: TenantContext,
  store: Store,
  customer: StoreCustomer,
  changedAt: Temporal.Instant,
): Promise<string> {
  const known =
    customer.externalId === null
      ? undefined
      : await storeObjects.find(ctx, { storeId: store.id, kind: 'customer', externalId: customer.externalId });
  const linked = known?.targetId ? await findContact(ctx, known.targetId) : undefined;
  if (linked) return linked.id;
  const id = await matchOrCreate(ctx, customer);
  if (customer.externalId !== null) {
    const key = { storeId: store.id, kind: 'customer', externalId: customer.externalId } as const;
    await storeObjects.upsert(ctx, { ...key, targetId: id, changedAt }, ['storeId', 'kind', 'externalId']);
  }
  return id;
}

async function matchOrCreate(ctx: TenantContext, { name, email, phone }: StoreCustomer): Promise<string> {
  const given = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: phone },
  ];
  // A telephone number that is none must not keep an order out.
  const data = given.flatMap(({ kind, value }) =>
    value !== null && normalise(kind, value, ctx.country) !== null ? [{ kind, value }] : [],
  );
  const found = await contactsByData(ctx, data);
  const matched = data.map(({ value }) => found.get(value)).find((id) => id !== undefined);
  if (matched) return matched;
  return (await createBeneficiary(ctx, { name, isCustomer: true, contactData: data })).id;
}
