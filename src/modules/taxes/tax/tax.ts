import type { z } from 'zod';
import { selectChart } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { configured } from '#platform/db/configured.ts';
import { onViolation } from '#platform/db/violation.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { ReferenceNotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { taxes } from '../tables.ts';
import type { GivenRate, NewTax, TaxChange } from './tax.schema.ts';
import { insertLegalTaxes, replaceRates, selectLegalCodes, selectTaxes, type Tax, type TaxRate } from './tax.sql.ts';

export const TaxCodeTaken = refusal('tax_code_taken', 'Another tax has this code: choose a different one.', 409);
const TaxNotInForce = refusal('tax_not_in_force', 'This tax has no rate on this day: add one, or leave the tax out.');
export const TaxWithoutRate = refusal(
  'tax_without_rate',
  'A tax that is not defined by law needs a rate: give `rate`.',
);
export const RatesOverlap = refusal(
  'rates_overlap',
  'Two rates of a tax cannot apply on the same day: correct their dates.',
);
export const CreditOnlyOfItbis = refusal(
  'credit_only_of_itbis',
  'Only ITBIS gives a credit: leave out `credit` for other taxes.',
);
export const AccountNotForTaxes = refusal(
  'account_not_for_taxes',
  'Choose an account that is in use, takes postings and is in the organization’s currency.',
);

/** A tax with its rate on one day, in percent as decimal text. */
export type DatedTax = Pick<Tax, 'id' | 'code' | 'name' | 'kind' | 'base' | 'fiscalCode' | 'chartAccountId'> & {
  rate: string;
};

export const taxRefusals = [ReferenceNotFound, TaxNotInForce];

/** The taxes that a body names, each with its rate on the given day. */
export async function requireTaxes(
  ctx: TenantContext,
  ids: string[],
  date: Temporal.PlainDate,
  path: string,
): Promise<Map<string, DatedTax>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const known = await configured(
    ctx,
    'taxes',
    async () => new Map((await selectTaxes(ctx)).map((tax) => [tax.id, tax])),
  );
  const found = wanted.flatMap((id) => known.get(id) ?? []).filter(({ archivedAt }) => !archivedAt);
  if (found.length < wanted.length) throw unknownReference(path, 'This tax');
  return new Map(found.map((tax) => [tax.id, datedTax(tax, date.toString())]));
}

function datedTax({ id, code, name, kind, base, fiscalCode, chartAccountId, rates }: Tax, date: string): DatedTax {
  const valid = rates.find(
    ({ validFrom, validUntil }) => validFrom <= date && (validUntil === null || validUntil >= date),
  );
  if (!valid) throw TaxNotInForce(`${name} has no rate on ${date}.`);
  return { id, code, name, kind, base, fiscalCode, chartAccountId, rate: valid.rate };
}

/** A new organization gets every tax of the law. */
export async function seedTaxes(ctx: TenantContext): Promise<void> {
  const codes = await selectLegalCodes(ctx.tx);
  const ids = codes.map(() => newId());
  await insertLegalTaxes(ctx, codes, ids, ctx.now);
}

export async function createTax(ctx: TenantContext, { rates, ...fields }: z.output<typeof NewTax>) {
  await requireTaxAccount(ctx, fields.chartAccountId);
  const base = fields.kind === 'withheld-itbis' ? 'itbis' : 'net';
  const tax = await taxes
    .insertUnlessTaken(ctx, { ...fields, base })
    .catch(onViolation('taxes_credit_kind', CreditOnlyOfItbis));
  if (!tax) throw TaxCodeTaken();
  await replaceRates(ctx, tax.id, inOrder(rates));
  return readTax(ctx, tax.id);
}

export async function changeTax(ctx: TenantContext, change: z.output<typeof TaxChange>) {
  const { id, version, rates, archived, ...fields } = change;
  const before = await taxes.lock(ctx, id, version);
  await requireTaxAccount(ctx, fields.chartAccountId);
  if (rates) await replaceRates(ctx, id, inOrder(rates));
  const row = { ...fields, archivedAt: archivedAtBy(ctx, archived, before) };
  await taxes.change(ctx, id, row, rates !== undefined).catch(onViolation('taxes_credit_kind', CreditOnlyOfItbis));
  const after = await readTax(ctx, id);
  if (after.rates.length === 0) throw TaxWithoutRate();
  return after;
}

async function readTax(ctx: TenantContext, id: string) {
  const [tax] = await selectTaxes(ctx, [id]);
  return describeTax(tax!, ctx.today.toString());
}

/** Sorted by their first day; each ends before the next begins. */
function inOrder(rates: z.output<typeof GivenRate>[]): TaxRate[] {
  const sorted = rates.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom));
  return sorted.map(({ validFrom, validUntil = null, rate }, index) => {
    const next = sorted[index + 1]?.validFrom;
    if (next === validFrom || (next && validUntil && validUntil >= next)) throw RatesOverlap();
    if (validUntil && validUntil < validFrom) throw RatesOverlap('A rate ends on or after its first day.');
    const dayBefore = next && Temporal.PlainDate.from(next).subtract({ days: 1 }).toString();
    return { validFrom, validUntil: validUntil ?? dayBefore ?? null, rate };
  });
}

async function requireTaxAccount(ctx: TenantContext, chartAccountId: string | null | undefined): Promise<void> {
  if (!chartAccountId) return;
  const chart = await selectChart(ctx);
  const account = chart.find(({ id }) => id === chartAccountId);
  if (!account) throw unknownReference('body.chartAccountId', 'This account of the chart');
  if (!account.postable || account.archivedAt || account.currency !== ctx.currency) throw AccountNotForTaxes();
}

export function describeTax({ legalCode, archivedAt, ...tax }: Tax, date: string) {
  const rate = tax.rates.find(({ validFrom, validUntil }) => validFrom <= date && date <= (validUntil ?? date));
  return { ...tax, archived: archivedAt !== null, ofLaw: legalCode !== null, rate: rate?.rate ?? null };
}
