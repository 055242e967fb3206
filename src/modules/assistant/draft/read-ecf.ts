import { readXml, textAt } from '#platform/compute/read-xml.ts';
import { nothingRead, type ReadDocument, type ReadLine } from './read.ts';
import { dateIn } from './text-fields.ts';

const BOUNDS = { elementsMax: 60_000, depthMax: 32 };
const LINES_MAX = 1_000;

type Node = Record<string, unknown> | undefined;

/** The content of an electronic receipt (e-CF). Null: the file is not one. Its signature is not checked: this is only a draft. */
export function readEcf(xml: string, ownTaxId: string | null): ReadDocument | null {
  if (!/<ECF[\s>]/.test(xml)) return null;
  const { ECF } = parsed(xml);
  const at = (...path: string[]) => textAt(ECF, 'Encabezado', ...path);
  const number = at('IdDoc', 'eNCF');
  if (!number) return null;
  const issuer = at('Emisor', 'RNCEmisor');
  const isOwn = issuer !== null && issuer === ownTaxId;
  const [side, id, name] = isOwn
    ? (['Comprador', 'RNCComprador', 'RazonSocialComprador'] as const)
    : (['Emisor', 'RNCEmisor', 'RazonSocialEmisor'] as const);
  const limit = at('IdDoc', 'FechaLimitePago');
  return {
    ...nothingRead,
    direction: isOwn ? 'sale' : 'purchase',
    contactName: at(side, name),
    taxId: at(side, id),
    fiscalNumber: number,
    date: dateIn(at('Emisor', 'FechaEmision') ?? ''),
    dueOn: limit && dateIn(limit),
    total: at('Totales', 'MontoTotal'),
    tax: at('Totales', 'TotalITBIS') ?? '0',
    lines: linesOf(ECF),
  };
}

function parsed(xml: string): { ECF?: Node } {
  try {
    return readXml(xml, BOUNDS, { unreadable: Error });
  } catch {
    return {};
  }
}

function linesOf(ecf: Node): ReadLine[] {
  const items = [(ecf?.DetallesItems as Node)?.Item ?? []].flat().slice(0, LINES_MAX) as Node[];
  return items.flatMap((item) => {
    const name = textAt(item, 'NombreItem');
    const codes = [(item?.TablaCodigosItem as Node)?.CodigosItem ?? []].flat() as Node[];
    const [quantity, price] = [textAt(item, 'CantidadItem'), textAt(item, 'PrecioUnitarioItem')];
    return name ? { name, code: textAt(codes[0], 'CodigoItem'), quantity: quantity ?? '1', price } : [];
  });
}

const STAMP = /https:\/\/(?:e?fc|ecf)\.dgii\.gov\.do\/[a-z]+\/consultatimbre(?:fc)?\?[^\s"'<>]{10,600}/i;

/** The facts in the QR code of an electronic receipt: who, which number, when and how much. */
export function readStamp(text: string, ownTaxId: string | null): ReadDocument | null {
  const url = URL.parse(STAMP.exec(text)?.[0] ?? '');
  if (!url) return null;
  const fields = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const field = (name: string) => fields.get(name) || null;
  const isOwn = field('rncemisor') === ownTaxId && ownTaxId !== null;
  return {
    ...nothingRead,
    direction: isOwn ? 'sale' : 'purchase',
    taxId: isOwn ? field('rnccomprador') : field('rncemisor'),
    fiscalNumber: field('encf'),
    date: dateIn(field('fechaemision') ?? ''),
    total: /^\d{1,12}(\.\d{1,2})?$/.test(field('montototal') ?? '') ? field('montototal') : null,
  };
}
