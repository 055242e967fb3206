import {
  type FiscalDocument,
  type FiscalTax,
  selectElements,
  selectFiscalDocuments,
} from '#modules/invoicing/index.ts';
import type { Tenant } from '#platform/db/table.ts';
import { divideRounded, sum, sumOf } from '#platform/decimal.ts';
import { type Return, returns } from '../tables.ts';
import { type ReturnedElement, returnedElement } from './credit-note.ts';
import { creditedReceipt } from './credited-receipt.ts';
import { selectLines } from './return.sql.ts';

/** Credit notes in the form in which filings read documents. */
export async function selectCreditNotes(tenant: Tenant, ids: string[]): Promise<FiscalDocument[]> {
  const rows = await returns.all(tenant, { id: ids });
  if (rows.length === 0) return [];
  const invoiceIds = [...new Set(rows.map(({ pendingRecordId }) => pendingRecordId))];
  const [lines, elements, invoices] = await Promise.all([
    selectLines(
      tenant,
      rows.map(({ id }) => id),
    ),
    selectElements(tenant, invoiceIds),
    selectFiscalDocuments(tenant, invoiceIds),
  ]);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return rows.map((row) => {
    const sold = elements.get(row.pendingRecordId) ?? [];
    const back = (lines.get(row.id) ?? []).map((line) => returnedElement(line, sold));
    return declaredNote(row, byId.get(row.pendingRecordId)!, back);
  });
}

const declaredNote = (row: Return, invoice: FiscalDocument, elements: ReturnedElement[]): FiscalDocument => ({
  id: row.id,
  direction: row.direction,
  date: row.date,
  fiscalNumber: row.fiscalNumber ?? '',
  modifiesFiscalNumber: row.modifiesFiscalNumber,
  reversed: invoice,
  modifiedOn: creditedReceipt(invoice).date,
  contactId: invoice.contactId,
  contactName: row.contactName,
  contactTaxId: row.contactTaxId,
  contactTaxIdKind: row.contactTaxId === invoice.contactTaxId ? invoice.contactTaxIdKind : null,
  expenseType: invoice.expenseType,
  incomeType: invoice.incomeType,
  paymentForm: null,
  currency: row.currency,
  rate: row.rate,
  net: row.net,
  baseNet: row.baseNet,
  baseTax: row.baseTax,
  baseTotal: row.baseTotal,
  items: elements.map(({ resourceId, net }) => ({ resourceId, net })),
  taxes: taxesOf(elements),
  payments: paymentsOf(row),
  settledOn: settledOn(row, invoice),
});

function taxesOf(elements: ReturnedElement[]): FiscalTax[] {
  const all = elements.flatMap(({ taxes, net }) => taxes.map((tax) => ({ ...tax, net: tax.base === 0n ? 0n : net })));
  const byTax = Map.groupBy(all, ({ taxId, rate, chartAccountId }) => `${taxId} ${rate} ${chartAccountId}`);
  return [...byTax.values()].map((own) => {
    const { taxId, kind, rate, fiscalCode, chartAccountId } = own[0]!;
    return {
      taxId,
      kind,
      rate,
      fiscalCode,
      chartAccountId,
      net: sum(own.map(({ net }) => net)),
      base: sum(own.map(({ base }) => base)),
      amount: sum(own.map(({ amount }) => amount)),
      ...(own.every(({ baseAmount }) => baseAmount !== null) && { baseAmount: sumOf(own, (tax) => tax.baseAmount!) }),
    };
  });
}

/** The parts that settled the invoice, that were refunded or credited to the contact, and that reversed what the buyer withheld. */
function paymentsOf({ date, settled, refunded, baseTotal, baseWithheld, ...row }: Return) {
  const due = baseTotal - baseWithheld;
  const baseSettled = refunded === 0n ? due : divideRounded(due * settled, settled + refunded);
  const byNote = { date, source: 'return', method: null, accountId: null };
  const byCard = { ...byNote, source: 'card' };
  const byAccount = { date, source: 'account', method: row.refundMethod, accountId: row.refundAccountId };
  const refund = row.refundAccountId ? byAccount : row.refundToCard ? byCard : byNote;
  const { baseReversedItbis, baseReversedIsr } = row;
  return [
    { ...byNote, baseAmount: baseSettled },
    { ...refund, baseAmount: due - baseSettled - baseReversedItbis - baseReversedIsr },
    { ...byNote, source: 'withheld-itbis', baseAmount: baseReversedItbis },
    { ...byNote, source: 'withheld-isr', baseAmount: baseReversedIsr },
  ].filter(({ baseAmount }) => baseAmount > 0n);
}

/** The date of the note; with withheld tax, not before its invoice is settled, because nothing was withheld until then. */
function settledOn({ date, withheld }: Return, invoice: FiscalDocument): string | null {
  if (withheld === 0n || invoice.settledOn === null) return withheld === 0n ? date : null;
  return invoice.settledOn > date ? invoice.settledOn : date;
}
