import type { RecordRow } from '#modules/accounting/index.ts';
import {
  blankVoucher,
  findContactParty,
  findStationery,
  methodIn,
  type PendingRecord,
  paperNumber,
  type Stationery,
  titleOf,
  type Voucher,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { formatDate } from '#platform/format.ts';
import { formatMinor, fromMinor } from '#platform/money.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Paid, Part } from './paid.ts';

const words = {
  es: {
    titles: { sale: 'Recibo de ingreso', purchase: 'Comprobante de pago' },
    fileNames: { sale: 'recibo', purchase: 'pago' },
    kinds: { interest: 'Intereses', lateFee: 'Mora', advance: 'Anticipo' },
    of: 'de',
    total: { sale: 'Total recibido', purchase: 'Total pagado' },
    pending: 'Pendiente',
    undone: 'Pago anulado',
    onReceipt: (number: string) => `Recibo ${number}`,
    isVoid: 'ANULADO',
    signatures: { sale: ['Recibido por'], purchase: ['Entregado por', 'Recibido conforme'] },
  },
  en: {
    titles: { sale: 'Payment receipt', purchase: 'Payment voucher' },
    fileNames: { sale: 'receipt', purchase: 'payment' },
    kinds: { interest: 'Interest', lateFee: 'Late fee', advance: 'Advance' },
    of: 'of',
    total: { sale: 'Total received', purchase: 'Total paid' },
    pending: 'Balance due',
    undone: 'Payment undone',
    onReceipt: (number: string) => `Receipt ${number}`,
    isVoid: 'VOID',
    signatures: { sale: ['Received by'], purchase: ['Paid by', 'Received by'] },
  },
};

/** The parts that only a receipt with a number has. */
interface Numbered {
  number: bigint;
  /** The name of the contact on the day of the receipt. */
  contactName: string | null;
  /** The records of payments that were undone later. */
  undone: Set<string>;
}

/** A receipt on paper. If all of its payments are undone it is stamped as void; otherwise undone payments do not count. */
export async function composeReceipt(
  ctx: TenantContext,
  { records, parts, direction, currency, contactId, date }: Paid,
  { numbered, receiptOf }: { numbered?: Numbered; receiptOf?: Map<string, bigint> },
) {
  const stationery = await findStationery(ctx);
  const { language, notation } = stationery;
  const say = words[language];
  const money = (minor: bigint) => formatMinor(minor, currency, notation);
  const undone = numbered?.undone ?? new Set();
  const isVoid = records.every(({ id }) => undone.has(id));
  const counts = (recordId: string): boolean => isVoid || !undone.has(recordId);
  const ofRecord = Map.groupBy(parts, ({ recordId }) => recordId);
  const party = contactId ? await findContactParty(ctx, contactId, { direction, language }) : null;
  const number = numbered ? paperNumber(numbered.number) : null;
  const total = sumOf(parts, ({ recordId, amount }) => (counts(recordId) ? amount : 0n));
  const voucher: Voucher = {
    ...blankVoucher(stationery, { title: say.titles[direction], date }),
    number,
    stamp: isVoid ? say.isVoid : null,
    party: party && { ...party, name: numbered?.contactName ?? party.name },
    lines: records.flatMap((record) => {
      const other = receiptOf?.get(record.id);
      const notes = other === undefined ? [] : [say.onReceipt(paperNumber(other)!)];
      return linesOf(record, ofRecord.get(record.id)!, stationery, { counts: counts(record.id), notes });
    }),
    totals: [{ label: say.total[direction], value: money(total), strong: true }],
    signatures: say.signatures[direction],
  };
  const fileName = `${say.fileNames[direction]}-${number ?? date}.pdf`;
  return { voucher, fileName, title: say.titles[direction], total: money(total), stationery };
}

/** `Factura 12`, or the number of the tax authority. */
const nameOf = (document: PendingRecord, language: Language): string =>
  `${titleOf(document, language)} ${document.fiscalNumber ?? paperNumber(document.number)}`;

function linesOf(
  record: RecordRow,
  parts: Part[],
  { language, notation }: Stationery,
  { counts, notes }: { counts: boolean; notes: string[] },
): Voucher['lines'] {
  const say = words[language];
  const means = [methodIn(language, record.paymentMethod), record.reference, formatDate(record.date, notation)];
  const received = formatMinor(record.amount, record.currency, notation);
  return parts.map(({ document, kind, amount, currency, due }, place) => {
    const name = document && nameOf(document, language);
    const isFirst = place === 0;
    const isPending = counts && kind === 'document' && due > 0n;
    return {
      code: null,
      description: kind === 'document' ? name! : [say.kinds[kind], name].filter(Boolean).join(` ${say.of} `),
      notes: [
        [isFirst && record.currency !== currency && received, ...means].filter(Boolean).join(', '),
        isPending && `${say.pending}: ${formatMinor(due, currency, notation)}`,
        !counts && say.undone,
        ...(isFirst ? notes : []),
      ].filter((note) => note !== false),
      quantity: null,
      unit: null,
      unitPrice: null,
      discount: null,
      tax: null,
      total: counts ? fromMinor(amount, currency) : null,
    };
  });
}
