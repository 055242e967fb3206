import { selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources } from '#modules/catalog/index.ts';
import {
  blankVoucher,
  type Format,
  findPrintable,
  findStationery,
  movedLots,
  notesOf,
  type Printable,
  paperNumber,
  partyOf,
  pdfFile,
  titleOf,
  type Voucher,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import { type Delivery, deliveries } from '../tables.ts';
import { type DeliveryLine, selectDeliveryLines } from './delivery.sql.ts';
import { sentBy } from './goods.ts';

const words = bilingual({
  titles: {
    sale: ['Conduce', 'Delivery note'],
    purchase: ['Entrada de mercancía', 'Goods receipt'],
    transfer: ['Conduce de transferencia', 'Transfer note'],
  },
  fileName: ['conduce', 'delivery-note'],
  canceled: ['ANULADO', 'CANCELED'],
  destination: ['Destino', 'Destination'],
  from: ['Sale de', 'From'],
  to: ['Llega a', 'To'],
  address: ['Dirección', 'Address'],
  carrier: ['Transportista', 'Carrier'],
  trackingNumber: ['Número de guía', 'Tracking number'],
  receivedBy: ['Recibió', 'Received by'],
  signatures: [
    ['Despachado por', 'Recibido conforme'],
    ['Sent by', 'Received by'],
  ],
});

/** The note (conduce) that goes with the goods: quantities without prices, and lines to sign on. */
export async function printDeliveryNote(ctx: TenantContext, id: string, format?: Format): Promise<LaterAnswer> {
  const delivery = await deliveries.get(ctx, id);
  const [lines, printable, divisions] = await Promise.all([
    selectDeliveryLines(ctx, id),
    delivery.pendingRecordId ? findPrintable(ctx, delivery.pendingRecordId) : null,
    selectDivisionNames(ctx),
  ]);
  const stationery = printable ?? (await findStationery(ctx));
  const paper = format ?? stationery.template.format;
  const { language } = stationery;
  const say = words[language];
  const number = paperNumber(delivery.number)!;
  const voucher: Voucher = {
    ...blankVoucher(stationery, { title: say.titles[delivery.kind], date: delivery.date }),
    number,
    stamp: delivery.status === 'canceled' ? say.canceled : null,
    party: receiverOf(delivery, printable, divisions, language),
    // A narrow paper has no address of the other side.
    details: detailsOf(
      { ...delivery, address: paper === 'receipt' ? delivery.address : null },
      printable,
      divisions,
      language,
    ),
    lines: await linesOf(ctx, delivery, lines, { ...stationery, elements: printable?.elements ?? [] }),
    notes: delivery.notes || null,
    signatures: say.signatures,
  };
  return pdfFile(ctx, voucher, paper, `${say.fileName}-${number}.pdf`);
}

type Names = Awaited<ReturnType<typeof selectDivisionNames>>;

const nameOf = (divisions: Names, id: string | null): string | null => (id && divisions.get(id)) || null;

/** A customer or a supplier, at the address of the delivery; of a transfer the branch. */
function receiverOf(
  { address, toDivisionId }: Delivery,
  printable: Printable | null,
  divisions: Names,
  language: Language,
): Voucher['party'] {
  const party = printable && partyOf(printable);
  if (party) return { ...party, address: address ?? party.address };
  const name = nameOf(divisions, toDivisionId);
  if (!name) return null;
  return { role: words[language].destination, name, taxId: null, address, phone: null, email: null };
}

function detailsOf(
  { kind, fromDivisionId, toDivisionId, address, carrier, trackingNumber, receivedBy }: Delivery,
  printable: Printable | null,
  divisions: Names,
  language: Language,
): Voucher['details'] {
  const say = words[language];
  const document = printable?.document;
  const details: [string | undefined, string | null | undefined][] = [
    [document && titleOf(document, language), document?.fiscalNumber ?? (document && paperNumber(document.number))],
    [say.from, nameOf(divisions, fromDivisionId)],
    [say.to, kind === 'purchase' ? nameOf(divisions, toDivisionId) : null],
    [say.address, address],
    [say.carrier, carrier],
    [say.trackingNumber, trackingNumber],
    [say.receivedBy, receivedBy],
  ];
  return details.flatMap(([label, value]) => (label && value ? [{ label, value }] : []));
}

async function linesOf(
  ctx: TenantContext,
  { id }: Delivery,
  lines: DeliveryLine[],
  { elements, language, notation }: Pick<Printable, 'elements' | 'language' | 'notation'>,
): Promise<Voucher['lines']> {
  const elementOf = new Map(elements.map((element) => [element.id, element]));
  const itemOf = new Map(
    lines.flatMap(({ id: lineId, elementId, resourceId }): [string, string][] => {
      const item = resourceId ?? elementOf.get(elementId ?? '')?.resourceId;
      return item ? [[lineId, item]] : [];
    }),
  );
  const [resources, lots] = await Promise.all([
    findResources(ctx, [...new Set(itemOf.values())]),
    movedLots(ctx, [{ cause: sentBy(id), elementIds: lines.map((line) => line.id) }], itemOf),
  ]);
  return lines.map((line) => {
    const element = elementOf.get(line.elementId ?? '');
    const resource = resources.get(itemOf.get(line.id) ?? '');
    return {
      code: resource?.code ?? null,
      description: element?.description ?? resource?.name ?? '',
      notes: notesOf(line, { lots, language, notation }),
      quantity: line.quantity,
      unit: element?.unit ?? resource?.unit ?? null,
      unitPrice: null,
      discount: null,
      tax: null,
      total: null,
    };
  });
}
