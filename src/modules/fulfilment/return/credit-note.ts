import {
  type ElementTax,
  type PendingElement,
  type PendingRecord,
  selectElements,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, toMillionths } from '#platform/decimal.ts';
import { type Return, returns } from '../tables.ts';
import { type ReturnLine, selectLines } from './return.sql.ts';

/** A return as its own document: the invoice with the returned lines only. */
export interface CreditNote {
  note: Return;
  invoice: PendingRecord;
  document: PendingRecord;
  elements: ReturnedElement[];
}

/** The returned part of a line of the invoice, with the values of its taxes if they are known. */
export type ReturnedElement = Omit<PendingElement, 'taxes'> & {
  taxes: (ElementTax & Pick<ReturnLine['taxes'][number], 'baseAmount'>)[];
};

export async function findCreditNote(ctx: TenantContext, returnId: string): Promise<CreditNote | null> {
  const note = await returns.find(ctx, returnId);
  if (!note) return null;
  const { pendingRecordId } = note;
  const [invoice, elements, lines] = await Promise.all([
    selectPendingRecord(ctx, pendingRecordId),
    selectElements(ctx, [pendingRecordId]),
    selectLines(ctx, [returnId]),
  ]);
  return {
    note,
    invoice: invoice!,
    document: { ...invoice!, ...paperOf(note) },
    elements: (lines.get(returnId) ?? []).map((line) => returnedElement(line, elements.get(pendingRecordId) ?? [])),
  };
}

/** The fields of a credit note that differ from its invoice. */
export const paperOf = ({
  status,
  number,
  date,
  notes,
  fiscalType,
  fiscalNumber,
  fiscalExpiresOn,
  ...row
}: Return) => ({
  status,
  number,
  date,
  notes,
  fiscalType,
  fiscalNumber,
  fiscalExpiresOn,
  modifiesFiscalNumber: row.modifiesFiscalNumber,
  subtotal: row.net,
  discount: 0n,
  net: row.net,
  tax: row.tax,
  total: row.total,
  withheld: row.withheld,
  due: row.total - row.withheld,
  baseNet: row.baseNet,
  baseTax: row.baseTax,
  baseTotal: row.baseTotal,
  baseWithheld: row.baseWithheld,
});

export function returnedElement(line: ReturnLine, elements: PendingElement[]): ReturnedElement {
  const element = elements.find(({ id }) => id === line.elementId)!;
  const share = (whole: bigint) => divideRounded(whole * toMillionths(line.quantity), toMillionths(element.quantity));
  return {
    ...element,
    quantity: line.quantity,
    amount: share(element.amount),
    discount: share(element.discount),
    net: line.net,
    tax: line.tax,
    withheld: line.withheld,
    total: line.total,
    taxes: element.taxes.flatMap((tax) => {
      const own = line.taxes.find(({ taxId }) => taxId === tax.taxId);
      return own ? [{ ...tax, ...own }] : [];
    }),
  };
}
