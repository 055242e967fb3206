import assert from 'node:assert/strict';
import { newContact } from '#test/books.ts';
import { app, type Business, eventually, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { asOwner } from '#test/walks/rows.ts';

export const at = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('America/Santo_Domingo').toInstant();
/** Moves the clock and waits until nothing is due any more: a job makes it. */
export async function moveTo(business: Business, local: string) {
  await moveClock(business, at(local));
  await eventually(async () => {
    const due = await asOwner('SELECT FROM recurrencies WHERE organization_id = $1 AND due_at <= $2', [
      business.id,
      at(local).toString(),
    ]);
    return due.length === 0;
  }, 60_000);
}

/** The time of the business goes on, and nobody does what falls due, as if the service had been down. */
export const standStillUntil = (business: Business, local: string) =>
  asOwner('UPDATE organizations SET clock_offset_ms = $2 WHERE id = $1', [
    business.id,
    at(local).epochMilliseconds - Date.now(),
  ]);

export async function newShop(local = '2027-01-31T12:00') {
  const business = await newBusiness({ sandbox: true });
  await moveTo(business, local);
  return { ...business, contactId: await newContact(business, 'Gimnasio Caribe') };
}
export type Shop = Awaited<ReturnType<typeof newShop>>;

export async function subscribe(shop: Shop, recurrency: object, more: object = {}) {
  const { data, error } = await shop.api.POST('/v1/record/pending', {
    body: {
      contactId: shop.contactId,
      elements: [{ description: 'Membresía', unitPrice: '1500.00' }],
      recurrency: recurrency as { frequency: 'monthly' },
      ...more,
    },
  });
  assert.ok(data, JSON.stringify(error));
  return { document: data, id: data.recurrency!.id };
}

export const change = (shop: Shop, id: string, recurrency: object) =>
  shop.api.PATCH('/v1/record/pending', { body: { id, recurrency } });
export const check = (shop: Shop, headers: Record<string, string> = {}) =>
  shop.api.POST('/v1/record/pending/checkRecurrenciesAndCreate', { headers });
export const resume = async (shop: Shop, query = {}) =>
  (await shop.api.GET('/v1/record/pending/recurrencyResume', { params: { query } })).data!;
export const recurrencyOf = async (shop: Shop, id: string) => (await resume(shop)).data.find((row) => row.id === id)!;

/** The cycles that a recurrence has made, in order, without its own document. */
export const cyclesOf = async (shop: Shop, recurrencyId: string) =>
  app.engine.within(shop.id, async ({ tx }) => {
    const rows = await tx
      .selectFrom('pendingRecords')
      .select(['cycleOn', 'date', 'dueOn'])
      .where('organizationId', '=', shop.id)
      .where('recurrencyId', '=', recurrencyId)
      .where('id', 'not in', (inner) =>
        inner.selectFrom('recurrencies').select('pendingRecordId').where('organizationId', '=', shop.id),
      )
      .orderBy('cycleOn')
      .execute();
    return rows.map(({ cycleOn }) => cycleOn);
  });
