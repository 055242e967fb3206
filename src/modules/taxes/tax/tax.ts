import { selectChart } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { NotFound, ReferenceNotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import {
  insertLegalTaxes,
  insertTax,
  lockTax,
  replaceRates,
  selectDatedTaxes,
  selectLegalCodes,
  selectTaxes,
  type Tax,
  type TaxBase,
  type TaxKind,
  type TaxRate,
  updateTax,
} from './tax.sql.ts';

export const TaxCodeTaken = refusal(409, 'tax_code_taken', 'Another tax has this code.');
export const TaxNotInForce = refusal(422, 'tax_not_in_force', 'This tax has no rate on that day.');
export const TaxWithoutRate = refusal(422, 'tax_without_rate', 'A tax that the law does not know needs a rate.');
export const RatesOverlap = refusal(422, 'rates_overlap', 'Two rates of a tax cannot hold on the same day.');
export const AccountNotForTaxes = refusal(
  422,
  'account_not_for_taxes',
  'A tax is posted to an account of the chart that is in use, takes transfers and is in the organization’s currency.',
);

/** A tax as it is on one day. */
export interface DatedTax {
  id: string;
  code: string;
  name: string;
  kind: TaxKind;
  /** Percent, as decimal text. */
  rate: string;
  /** What the rate applies to: the net, or the ITBIS on it. */
  base: TaxBase;
  /**
   * ITBIS: the indicator on an electronic invoice, which tells zero rate (3) from exempt (4). Other taxes on top: their code
   * there. Withheld income tax: its type in the 606.
   */
  fiscalCode: string | null;
  /** Where it is posted; null: the account of the posting rule of its kind. */
  chartAccountId: string | null;
}

export const taxRefusals = [ReferenceNotFound, TaxNotInForce];

/** The taxes that a body names, each with its rate of a day. */
export async function requireTaxes(
  ctx: TenantContext,
  ids: string[],
  date: Temporal.PlainDate,
  path: string,
): Promise<Map<string, DatedTax>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await selectDatedTaxes(ctx.tx, ctx.organizationId, date.toString(), { ids: wanted });
  if (rows.length < wanted.length) throw unknownReference(path, 'This tax');
  return new Map(
    rows.map(({ rate, box: _, ...tax }) => {
      if (rate === null) throw TaxNotInForce(`${tax.name} has no rate on ${date}.`);
      return [tax.id, { ...tax, rate }];
    }),
  );
}

/** A new organization has every tax of the law. */
export async function seedTaxes(ctx: TenantContext): Promise<void> {
  const codes = await selectLegalCodes(ctx.tx);
  await insertLegalTaxes(
    ctx.tx,
    ctx.organizationId,
    codes,
    codes.map(() => newId()),
    ctx.now,
  );
}

export async function listTaxes(
  ctx: TenantContext,
  query: PageRequest & { kind?: TaxKind | undefined; archived: boolean; date?: string | undefined },
) {
  const { offset, limit } = pageWindow(query);
  const filter = { ids: null, kind: query.kind ?? null, archived: query.archived };
  const taxes = await selectTaxes(ctx.tx, ctx.organizationId, filter);
  const date = query.date ?? ctx.today.toString();
  return toPage(
    query,
    taxes.slice(offset, offset + limit).map((tax) => describe(tax, date)),
    taxes.length,
  );
}

export interface TaxFields {
  name: string;
  fiscalCode?: string | null | undefined;
  chartAccountId?: string | null | undefined;
  rates?: { validFrom: string; validUntil?: string | null | undefined; rate: string }[] | undefined;
}

export async function createTax(ctx: TenantContext, given: TaxFields & { code: string; kind: TaxKind }) {
  const rates = inOrder(given.rates ?? []);
  if (rates.length === 0) throw TaxWithoutRate();
  await requireTaxAccount(ctx, given.chartAccountId);
  const id = newId();
  const { code, name, kind } = given;
  const added = await insertTax(
    ctx.tx,
    ctx.organizationId,
    {
      id,
      code,
      name,
      kind,
      base: kind === 'withheld-itbis' ? 'itbis' : 'net',
      fiscalCode: given.fiscalCode ?? null,
      box: null,
      chartAccountId: given.chartAccountId ?? null,
    },
    ctx.now,
  );
  if (!added) throw TaxCodeTaken();
  await replaceRates(ctx.tx, ctx.organizationId, id, rates);
  return readTax(ctx, id);
}

export async function changeTax(
  ctx: TenantContext,
  {
    id,
    version,
    rates,
    archived,
    ...change
  }: Partial<TaxFields> & { id: string; version?: number | undefined; archived?: boolean | undefined },
) {
  const before = await lockTax(ctx.tx, ctx.organizationId, id);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  await requireTaxAccount(ctx, change.chartAccountId);
  if (rates) await replaceRates(ctx.tx, ctx.organizationId, id, inOrder(rates));
  await updateTax(ctx.tx, ctx.organizationId, id, {
    ...given(change),
    ...(archived !== undefined && { archivedAt: archived ? ctx.now : null }),
  });
  const after = await readTax(ctx, id);
  if (after.rates.length === 0) throw TaxWithoutRate();
  return after;
}

/** Only the fields that were sent. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

async function readTax(ctx: TenantContext, id: string) {
  const [tax] = await selectTaxes(ctx.tx, ctx.organizationId, { ids: [id], kind: null, archived: null });
  return describe(tax!, ctx.today.toString());
}

/** By their first day; each ends before the next begins. */
function inOrder(rates: NonNullable<TaxFields['rates']>): TaxRate[] {
  const sorted = rates.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom));
  return sorted.map(({ validFrom, validUntil = null, rate }, place) => {
    const next = sorted[place + 1]?.validFrom;
    if (next === validFrom || (next && validUntil && validUntil >= next)) throw RatesOverlap();
    if (validUntil && validUntil < validFrom) throw RatesOverlap('A rate ends on or after its first day.');
    const dayBefore = next && Temporal.PlainDate.from(next).subtract({ days: 1 }).toString();
    return { validFrom, validUntil: validUntil ?? dayBefore ?? null, rate };
  });
}

async function requireTaxAccount(ctx: TenantContext, chartAccountId: string | null | undefined): Promise<void> {
  if (!chartAccountId) return;
  const chart = await selectChart(ctx.tx, ctx.organizationId);
  const account = chart.find(({ id }) => id === chartAccountId);
  if (!account) throw unknownReference('body.chartAccountId', 'This account of the chart');
  const baseCurrency = chart.find(({ parentId }) => parentId === null)?.currency;
  if (!account.postable || account.archivedAt || account.currency !== baseCurrency) throw AccountNotForTaxes();
}

function describe(tax: Tax, date: string) {
  const { legalCode, box: _, ...view } = tax;
  const onDay = tax.rates.find(({ validFrom, validUntil }) => validFrom <= date && (!validUntil || validUntil >= date));
  return { ...view, ofLaw: legalCode !== null, rate: onDay?.rate ?? null };
}
