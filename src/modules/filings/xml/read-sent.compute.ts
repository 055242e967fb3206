import { textAt } from '#platform/compute/read-xml.ts';
import { toScaled } from '#platform/decimal.ts';
import { securityCodeOf } from '../ecf/ecf-stamp.ts';
import { verifyXml } from './ecf-signature.ts';
import { structureFault } from './received-structure.ts';
import { parseXml } from './xml-reading.ts';
import { XmlUnreadable } from './xml-refusals.ts';

const TAX_ID = /^(\d{9}|\d{11})$/;
const AMOUNT = /^\d{1,16}(\.\d{1,2})?$/;

/** The signer of a document, if its signature holds. */
interface Signer {
  /** As PEM. */
  certificate: string;
  securityCode: string;
}

/** A document of another company, by its kind. */
export default function readSent({ kind, xml }: { kind: 'ecf' | 'approval' | 'seed' | 'receipt'; xml: string }) {
  const verified = verifyXml(xml);
  const signer: Signer | null = verified && {
    certificate: verified.certificate.toString(),
    securityCode: securityCodeOf(verified.signatureValue),
  };
  // Of a document with a valid signature only the signed part counts.
  const content = verified?.content ?? xml;
  return {
    signer,
    ecf: kind === 'ecf' ? readEcf(content) : null,
    approval: kind === 'approval' && verified ? readApproval(content) : null,
    receipt: kind === 'receipt' && verified ? readReceipt(content) : null,
    seed: kind === 'seed' && verified ? (/<valor>([^<]+)<\/valor>/.exec(content)?.[1] ?? null) : null,
  };
}

/** Without an issuer and a number a document cannot be answered. */
function readEcf(content: string) {
  const { ECF } = parseXml(content);
  const at = (...path: string[]): string | null => textAt(ECF, 'Encabezado', ...path);
  const [issuerTaxId, number] = [at('Emisor', 'RNCEmisor'), at('IdDoc', 'eNCF')];
  if (!issuerTaxId || !number || !TAX_ID.test(issuerTaxId) || !/^[0-9A-Za-z]{11,13}$/.test(number))
    throw XmlUnreadable('This is not an e-CF with an issuer and a number.');
  const type = at('IdDoc', 'TipoeCF')?.slice(0, 2) ?? null;
  return {
    document: {
      issuerTaxId,
      number,
      issuerName: at('Emisor', 'RazonSocialEmisor')?.slice(0, 200) ?? null,
      type,
      issuedOn: dateIn(at('Emisor', 'FechaEmision')),
      total: amountIn(at('Totales', 'MontoTotal')),
      itbis: amountIn(at('Totales', 'TotalITBIS')),
    },
    buyerTaxId: at('Comprador', 'RNCComprador'),
    /** The first difference from the schema of its type. */
    fault: type && structureFault(type, ECF),
  };
}

/** Null where something is missing. */
function readApproval(content: string) {
  const { ACECF } = parseXml(content);
  const at = (name: string): string | null => textAt(ACECF, 'DetalleAprobacionComercial', name);
  const [number, issuerTaxId, buyerTaxId] = [at('eNCF'), at('RNCEmisor'), at('RNCComprador')];
  const [total, state] = [amountIn(at('MontoTotal')), at('Estado')];
  if (!number || !issuerTaxId || !buyerTaxId || total === null || (state !== '1' && state !== '2')) return null;
  const reason = at('DetalleMotivoRechazo')?.slice(0, 250) ?? null;
  return { number, issuerTaxId, buyerTaxId, total, approved: state === '1', reason };
}

/** The answer of a buyer to whom a document was handed. */
function readReceipt(content: string) {
  const { ARECF } = parseXml(content);
  const at = (name: string): string | null => textAt(ARECF, 'DetalleAcusedeRecibo', name);
  return {
    number: at('eNCF'),
    issuerTaxId: at('RNCEmisor'),
    buyerTaxId: at('RNCComprador'),
    state: at('Estado'),
    reason: at('CodigoMotivoNoRecibido'),
  };
}

/** `15-11-2026` is `2026-11-15`; null where it is no day. */
function dateIn(text: string | null): string | null {
  const [day, month, year] =
    /^(\d{1,2})-(\d{1,2})-(\d{4})$/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!day || !month || !year) return null;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

const amountIn = (text: string | null): bigint | null => (text && AMOUNT.test(text) ? toScaled(text, 2) : null);
