import { type RecordRow, selectRecords } from '#modules/accounting/index.ts';
import {
  blankVoucher,
  type Format,
  findContactParty,
  findStationery,
  isWriteOff,
  methodIn,
  PaymentIsVoid,
  type PendingRecord,
  paperNumber,
  pdfFile,
  type Stationery,
  selectPaymentsOfRecords,
  selectPendingRecords,
  titleOf,
  type Voucher,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { fromMinor } from '#platform/money.ts';
import type { Language } from '#platform/pages/language.ts';
import { refusal, requireKnown } from '#platform/refusal.ts';
import { balanceMovements, creditEvents, credits } from '../tables.ts';

export const PaymentsApart = refusal(
  'payments_apart',
  'A receipt is for payments of one contact, in one currency and one direction: print one for each.',
);

/** An amount of a payment and what it was for. */
interface Part {
  recordId: string;
  direction: 'sale' | 'purchase';
  currency: string;
  amount: bigint;
  document: PendingRecord | null;
  kind: 'document' | 'interest' | 'lateFee' | 'advance';
}

const words = {
  es: {
    titles: { sale: 'Recibo de ingreso', purchase: 'Comprobante de pago' },
    fileNames: { sale: 'recibo', purchase: 'pago' },
    kinds: { interest: 'Intereses', lateFee: 'Mora', advance: 'Anticipo' },
    of: 'de',
    total: { sale: 'Total recibido', purchase: 'Total pagado' },
    pending: 'Pendiente',
    signatures: { sale: ['Recibido por'], purchase: ['Entregado por', 'Recibido conforme'] },
  },
  en: {
    titles: { sale: 'Payment receipt', purchase: 'Payment voucher' },
    fileNames: { sale: 'receipt', purchase: 'payment' },
    kinds: { interest: 'Interest', lateFee: 'Late fee', advance: 'Advance' },
    of: 'of',
    total: { sale: 'Total received', purchase: 'Total paid' },
    pending: 'Balance due',
    signatures: { sale: ['Received by'], purchase: ['Paid by', 'Received by'] },
  },
};

/** One receipt for payments that were made together, by their records. */
export async function printReceipt(ctx: TenantContext, recordIds: string[], format?: Format): Promise<LaterAnswer> {
  const [records, parts] = await Promise.all([selectRecords(ctx, recordIds), partsOf(ctx, recordIds)]);
  const byId = new Map(records.map((record) => [record.id, record]));
  const paid = Map.groupBy(parts, ({ recordId }) => recordId);
  requireKnown(recordIds, { has: (id) => byId.has(id) && paid.has(id) }, 'query.recordIds', 'The payment');
  if (records.some(({ status }) => status === 'void')) throw PaymentIsVoid();
  const { direction, currency } = parts[0]!;
  const { contactId } = records[0]!;
  if (
    parts.some((part) => part.direction !== direction || part.currency !== currency) ||
    records.some((record) => record.contactId !== contactId)
  )
    throw PaymentsApart();
  const stationery = await findStationery(ctx);
  const { language, notation } = stationery;
  const say = words[language];
  const money = (minor: bigint) => formatMoney(fromMinor(minor, currency), currency, notation);
  const dates = records.map(({ date }) => date).sort();
  const voucher: Voucher = {
    ...blankVoucher(stationery, { title: say.titles[direction], date: dates.at(-1)! }),
    party: contactId ? await findContactParty(ctx, contactId, { direction, language }) : null,
    lines: recordIds.flatMap((id) => linesOf(byId.get(id)!, paid.get(id)!, stationery)),
    totals: [{ label: say.total[direction], value: money(sumOf(parts, ({ amount }) => amount)), strong: true }],
    signatures: say.signatures[direction],
  };
  const fileName = `${say.fileNames[direction]}-${dates.at(-1)}.pdf`;
  return pdfFile(ctx, voucher, format ?? stationery.template.format, fileName);
}

/** The parts of the payments: documents, interest and fees of credits, and money in advance. */
async function partsOf(ctx: TenantContext, recordId: string[]): Promise<Part[]> {
  const [payments, events, movements] = await Promise.all([
    selectPaymentsOfRecords(ctx, recordId),
    creditEvents.all(ctx, { recordId }),
    balanceMovements.all(ctx, { recordId, kind: ['topup', 'overpayment'] }),
  ]);
  const live = payments.filter(({ voidedAt }) => !voidedAt);
  const paid = live.filter((payment) => payment.source !== 'return' && !isWriteOff(payment));
  // A payment by card that was refunded in part is followed by one with the same record for the rest.
  if (payments.some((payment) => !live.some((other) => other.recordId === payment.recordId))) throw PaymentIsVoid();
  const creditIds = [...new Set(events.map(({ creditId }) => creditId))];
  const ofCredits = await credits.all(ctx, { id: creditIds }, { columns: ['id', 'pendingRecordId'] });
  const documentOfCredit = new Map(ofCredits.map(({ id, pendingRecordId }) => [id, pendingRecordId]));
  const documentIds = [...paid.map(({ pendingRecordId }) => pendingRecordId), ...documentOfCredit.values()];
  const documents = await selectPendingRecords(ctx, [...new Set(documentIds)]);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const partOf = (id: string, part: Pick<Part, 'recordId' | 'amount' | 'kind'>): Part => {
    const document = byId.get(id)!;
    return { ...part, document, direction: document.direction, currency: document.currency };
  };
  const parts: Part[] = [
    ...paid.map((payment) =>
      partOf(payment.pendingRecordId, { recordId: payment.recordId!, amount: payment.amount, kind: 'document' }),
    ),
    ...events.flatMap((event) =>
      (['interest', 'lateFee'] as const).map((kind) =>
        partOf(documentOfCredit.get(event.creditId)!, { recordId: event.recordId!, amount: event[kind], kind }),
      ),
    ),
    ...movements.map((movement) => ({ ...movement, document: null, kind: 'advance' as const })),
  ];
  return parts.filter(({ amount }) => amount > 0n);
}

/** `Factura 12`, or the number of the tax authority. */
const nameOf = (document: PendingRecord, language: Language): string =>
  `${titleOf(document, language)} ${document.fiscalNumber ?? paperNumber(document.number)}`;

function linesOf(record: RecordRow, parts: Part[], { language, notation }: Stationery): Voucher['lines'] {
  const say = words[language];
  const means = [methodIn(language, record.paymentMethod), record.reference, formatDate(record.date, notation)];
  const received = formatMoney(fromMinor(record.amount, record.currency), record.currency, notation);
  return parts.map(({ document, kind, amount, currency }, place) => {
    const name = document && nameOf(document, language);
    const due = kind === 'document' && document!.balance > 0n ? fromMinor(document!.balance, currency) : null;
    return {
      code: null,
      description: kind === 'document' ? name! : [say.kinds[kind], name].filter(Boolean).join(` ${say.of} `),
      notes: [
        [...(place === 0 && record.currency !== currency ? [received] : []), ...means].filter(Boolean).join(', '),
        ...(due ? [`${say.pending}: ${formatMoney(due, currency, notation)}`] : []),
      ],
      quantity: null,
      unit: null,
      unitPrice: null,
      discount: null,
      tax: null,
      total: fromMinor(amount, currency),
    };
  });
}
