import assert from 'node:assert/strict';
import { app, type Business, eventually, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

/** Noon of a day where the organization is. */
const noonOf = (day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'America/Santo_Domingo', plainTime: '12:00' }).toInstant();

/** A business whose clock shows this day. */
export async function businessOn(day: string): Promise<Business> {
  const business = await newBusiness({ sandbox: true });
  await moveClock(business, noonOf(day));
  return business;
}

/** Registers an asset: by default 12,000.00 over a year. */
export async function newAsset({ api }: Business, details: Record<string, unknown> = {}) {
  const body = { name: 'Nevera', acquiredOn: '2027-01-01', cost: '12000', lifeMonths: 12, ...details };
  const { data, error } = await api.POST('/v1/asset', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}

/** The code with which an asset is refused. */
export async function refusedAsset({ api }: Business, details: Record<string, unknown>): Promise<string> {
  const body = { name: 'Nevera', acquiredOn: '2027-01-01', cost: '12000', lifeMonths: 12, ...details };
  const { data, error } = await api.POST('/v1/asset', { body: body as never });
  assert.equal(data, undefined);
  return error!.code;
}

export async function readAsset({ api }: Business, assetId: string) {
  const { data } = await api.GET('/v1/asset/{assetId}', { params: { path: { assetId } } });
  assert.ok(data);
  return { ...data, schedule: data.schedule! };
}

/** Moves the clock to a day and waits until every month that ended before it is posted. */
export async function passTo(business: Business, day: string): Promise<void> {
  await moveClock(business, noonOf(day));
  const month = `${day.slice(0, 7)}-01`;
  await eventually(() =>
    app.engine.within(business.id, async ({ tx, organizationId }) => {
      const due = await tx
        .selectFrom('assets')
        .select('id')
        .where('organizationId', '=', organizationId)
        .where('state', '=', 'active')
        .where('nextMonth', '<', month)
        .executeTakeFirst();
      return due === undefined;
    }),
  );
}

/** The posted months of an asset: month, amount and day of posting. */
export const postedMonths = async (business: Business, assetId: string): Promise<string[]> =>
  (await readAsset(business, assetId)).schedule
    .filter(({ recordId }) => recordId !== null)
    .map(({ month, amount, postedOn }) => `${month.slice(0, 7)} ${amount} ${postedOn}`);
