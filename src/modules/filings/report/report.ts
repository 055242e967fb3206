import { Readable } from 'node:stream';
import { selectAllAccounts } from '#modules/accounting/index.ts';
import { findResources } from '#modules/catalog/index.ts';
import { cleanTaxId } from '#modules/contacts/index.ts';
import { selectCreditNoteKeys, selectCreditNotes, selectSettledNoteKeys } from '#modules/fulfilment/index.ts';
import {
  type FiscalDocument,
  type FiscalKey,
  type FiscalSpan,
  selectFiscalDocuments,
  selectFiscalKeys,
  selectSettledKeys,
} from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import { legalParameters, selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { compactPeriod, type Month } from '../period.ts';
import { taxesSettings } from '../settings.ts';
import { line } from './line.ts';
import type { PurchaseFacts } from './purchases-606.ts';
import type { SaleFacts } from './sales-607.ts';

export const TaxIdMissing = refusal(
  'organization_tax_id_missing',
  'The organization has no RNC or cédula: set its taxId first.',
);

/** Small enough that many documents pass through little memory. */
const BATCH = 250;
const KEYS = 2_000;

/** The facts that all rows of a month's reports share. */
export interface ReportFacts extends PurchaseFacts, SaleFacts {
  reportElectronicSales: boolean;
  rowsMax: Partial<Record<Form, number>>;
  creditNoteDays: number;
  /** The box of each tax that is withheld from suppliers. */
  boxOfTax: ReadonlyMap<string, string>;
}

export async function reportFacts(ctx: TenantContext, month: Month): Promise<ReportFacts> {
  const { tx, organizationId, currency } = ctx;
  const [accounts, taxes, law, lawAtStart, settings, organization] = await Promise.all([
    selectAllAccounts(ctx),
    selectTaxes(ctx),
    legalParameters(
      ctx,
      ['consumer-threshold', 'cash-purchase-limit', 'filing-606-rows', 'filing-607-rows', 'credit-note-tax-days'],
      month.lastDay,
    ),
    // A rule that begins within a month is not held against the days before it.
    legalParameters(ctx, ['electronic-itbis-not-withheld', 'paper-receipts'], month.firstDay),
    readSettings(ctx, taxesSettings),
    findOrganization(tx, organizationId),
  ]);
  return {
    month,
    currency,
    ownTaxId: cleanTaxId(organization.taxId ?? ''),
    accounts: new Map(accounts.map(({ id, kind }) => [id, kind])),
    consumerThreshold: toMinor(law['consumer-threshold'], currency),
    cashLimit: toMinor(law['cash-purchase-limit'], currency),
    rowsMax: { '606': Number(law['filing-606-rows']), '607': Number(law['filing-607-rows']) },
    creditNoteDays: Number(law['credit-note-tax-days']),
    reportElectronicSales: settings.reportElectronicSales,
    services: new Set(),
    creditOfTax: new Map(taxes.map(({ id, credit }) => [id, credit])),
    itbisNotWithheld: lawAtStart['electronic-itbis-not-withheld'],
    hasPaperReceipts: Number(lawAtStart['paper-receipts']) > 0,
    boxOfTax: new Map(taxes.flatMap(({ id, box }) => (box ? [[id, box]] : []))),
  };
}

const byDay = (a: FiscalKey, b: FiscalKey): number => (a.date < b.date || (a.date === b.date && a.id < b.id) ? -1 : 1);

type SelectKeys = typeof selectCreditNoteKeys;

/** The keys of a period, page by page, by date. */
async function* keysOf(ctx: TenantContext, span: FiscalSpan, select: SelectKeys): AsyncGenerator<FiscalKey> {
  for (let after: FiscalKey | null = null; ; ) {
    const keys: FiscalKey[] = await select(ctx, { ...span, after, limit: KEYS });
    yield* keys;
    if (keys.length < KEYS) return;
    after = keys.at(-1)!;
  }
}

/** Merges two sequences that are ordered by date. */
async function* merged(one: AsyncGenerator<FiscalKey>, other: AsyncGenerator<FiscalKey>): AsyncGenerator<FiscalKey> {
  let [a, b] = await Promise.all([one.next(), other.next()]);
  while (!a.done || !b.done) {
    if (b.done || (!a.done && byDay(a.value, b.value) < 0)) {
      yield a.value;
      a = await one.next();
    } else {
      yield b.value;
      b = await other.next();
    }
  }
}

/** Visits the documents and credit notes of a month in their order, after older ones whose withheld tax belongs to it. */
async function visitKeys(ctx: TenantContext, span: FiscalSpan, visit: (key: FiscalKey) => unknown): Promise<void> {
  const settled = await selectSettledKeys(ctx, span);
  const settledNotes = await selectSettledNoteKeys(ctx, {
    pendingRecordIds: settled.map(({ id }) => id),
    before: span.from,
  });
  for (const key of [...settled, ...settledNotes].toSorted(byDay)) visit(key);
  const all = merged(keysOf(ctx, span, selectFiscalKeys), keysOf(ctx, span, selectCreditNoteKeys));
  for await (const key of all) visit(key);
}

/** Which documents and credit notes a month declares, in their order; only their ids are held, as there may be many. */
export async function declaredIds(
  ctx: TenantContext,
  { month: { from, to } }: Pick<ReportFacts, 'month'>,
  direction: 'sale' | 'purchase',
  /** Where each belongs; default: into the list that is answered. */
  listOf?: (key: FiscalKey) => string[],
): Promise<string[]> {
  const ids: string[] = [];
  await visitKeys(ctx, { direction, from, to }, (key) => (listOf ? listOf(key) : ids).push(key.id));
  return ids;
}

/** The same for documents without a fiscal number and their returns: no form lists them. */
export async function unnumberedIds(
  ctx: TenantContext,
  { from, to }: Month,
  direction: 'sale' | 'purchase',
): Promise<string[]> {
  const ids: string[] = [];
  await visitKeys(ctx, { direction, from, to, unnumbered: true }, ({ id }) => ids.push(id));
  return ids;
}

/** These documents and credit notes; and which of their items are services is known from then on. */
export async function readDocuments(ctx: TenantContext, facts: ReportFacts, ids: string[]): Promise<FiscalDocument[]> {
  const [invoices, notes] = await Promise.all([selectFiscalDocuments(ctx, ids), selectCreditNotes(ctx, ids)]);
  const byId = new Map([...invoices, ...notes].map((document) => [document.id, document]));
  const documents = ids.flatMap((id) => byId.get(id) ?? []);
  const bought = documents.filter(({ direction }) => direction === 'purchase').flatMap(({ items }) => items);
  const resources = await findResources(ctx, [...new Set(bought.flatMap(({ resourceId }) => resourceId ?? []))]);
  for (const { id, kind } of resources.values()) if (kind === 'service') facts.services.add(id);
  return documents;
}

function* batchesOf(ids: string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
}

/** Goes through all documents of a month without holding more than a batch of them. */
export async function eachDocument(
  ctx: TenantContext,
  facts: ReportFacts,
  ids: string[],
  visit: (document: FiscalDocument) => void,
): Promise<void> {
  for (const batch of batchesOf(ids)) {
    for (const document of await readDocuments(ctx, facts, batch)) visit(document);
  }
}

export type Form = '606' | '607' | '608' | '609';

export interface FormFile {
  name: string;
  rows: number;
  text: Readable;
}

/**
 * A form as the text file that the tax authority takes, made while it is read. Which rows there are is settled first, so
 * that the count in its first line is right whatever happens meanwhile.
 */
export function formFile(
  form: Form,
  { ownTaxId, month }: Pick<ReportFacts, 'ownTaxId' | 'month'>,
  rows: number,
  lines: AsyncIterable<string>,
): FormFile {
  if (!ownTaxId) throw TaxIdMissing();
  async function* whole(): AsyncGenerator<string> {
    yield line([form, ownTaxId, compactPeriod(month), String(rows)]);
    yield* lines;
  }
  const name = `DGII_F_${form}_${ownTaxId}_${compactPeriod(month)}.TXT`;
  return { name, rows, text: Readable.from(whole(), { objectMode: false }) };
}

export const formDownload = ({ name, text }: Pick<FormFile, 'name' | 'text'>): RawAnswer =>
  new RawAnswer(text, {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });

/** The lines of documents: each batch is read in a transaction of its own, while the one before is sent. */
export async function* linesOf(
  ctx: TenantSteps,
  facts: ReportFacts,
  ids: string[],
  lineOf: (document: FiscalDocument) => string,
): AsyncGenerator<string> {
  for (const batch of batchesOf(ids)) {
    const documents = await ctx.transaction((unit) => readDocuments(unit, facts, batch));
    yield documents.map(lineOf).join('');
  }
}
