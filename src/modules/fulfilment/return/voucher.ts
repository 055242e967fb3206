import {
  composeVoucher,
  type FiscalStamp,
  type Format,
  fillInFiscalStamps,
  findPrintable,
  pdfFile,
} from '#modules/invoicing/index.ts';
import { fiscalTypes, receiptTitle } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { returnVoucherPrinted } from '../events.ts';
import { type Return, returns } from '../tables.ts';
import { paperOf, returnedElement } from './credit-note.ts';
import { selectLines } from './return.sql.ts';

/** The credit note on paper: drawn like its invoice, with the returned lines. */
export async function printReturn(ctx: TenantContext, id: string, format?: Format): Promise<LaterAnswer> {
  const row = await returns.find(ctx, id);
  if (!row) throw NotFound();
  const stamps = new Map<string, FiscalStamp>();
  const [printable, lines] = await Promise.all([
    findPrintable(ctx, row.pendingRecordId),
    selectLines(ctx, [id]),
    row.fiscalNumber?.startsWith('E') ? fillInFiscalStamps(ctx, [id], stamps) : undefined,
  ]);
  const { document, elements, language } = printable;
  const returned = (lines.get(id) ?? []).map((line) => returnedElement(line, elements));
  const discount = sumOf(returned, (element) => element.discount);
  const subtotal = (document.pricesIncludeTax ? row.total : row.net) + discount;
  const own = {
    ...printable,
    document: { ...document, ...paperOf(row), subtotal, discount },
    elements: returned,
    payments: [],
    stamp: stamps.get(id) ?? null,
  };
  const voucher = composeVoucher(ctx, own);
  const reason = { label: language === 'es' ? 'Motivo' : 'Reason', value: row.reason };
  ctx.emit(returnVoucherPrinted, { returnId: id });
  return pdfFile(
    ctx,
    {
      ...voucher,
      title: titleOf(row, language).toUpperCase(),
      dueOn: null,
      details: row.reason ? [...voucher.details, reason] : voucher.details,
      terms: null,
    },
    format ?? printable.template.format,
    `${row.fiscalNumber ?? `return-${row.number ?? 'draft'}`}.pdf`,
  );
}

/** A fiscal document is called as the tax authority calls it, in every language. */
function titleOf({ fiscalType, fiscalNumber }: Return, language: 'es' | 'en'): string {
  const fiscal = fiscalNumber && fiscalType ? fiscalTypes.get(fiscalType) : undefined;
  if (fiscal) return receiptTitle(fiscal);
  return language === 'es' ? 'Devolución' : 'Return';
}
