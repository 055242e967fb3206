import { randomBytes, timingSafeEqual, X509Certificate } from 'node:crypto';
import { resolveCapability } from '#platform/auth/capability.ts';
import type { Services, TenantContext, WorkContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { toScaled } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { holderOf, isBelieved, isInForce, requireValid } from '../company/certificate.ts';
import { RECEIVER_CAPABILITY, requireCompany, requireSigningKey } from '../company/company.ts';
import { ecfTypeOf, isExchanged } from '../ecf/ecf-document.ts';
import { type NotReceived, receiptXml } from '../ecf/ecf-messages.ts';
import { signXml, verifyXml, XmlUnreadable } from '../ecf/ecf-signature.ts';
import { block, ecfTimeZone, field, xmlDeclaration } from '../ecf/xml.ts';
import { parseXml, textAt } from '../ecf/xml-reading.ts';
import { ecfDocuments, ecfReceived, type ReceivedEcf } from '../tables.ts';
import { upsertReceived } from './received.sql.ts';

export const SeedRefused = refusal(400, 'seed_refused', 'The seed is not ours, is too old, or is not signed.');
export const ApprovalRefused = refusal(400, 'approval_refused', 'This approval does not fit a document of ours.');

const SEED_LIVES_MS = 5 * 60_000;
const TOKEN_LIVES = { hours: 1 };
const TAX_ID = /^(\d{9}|\d{11})$/;
const AMOUNT = /^\d{1,16}(\.\d{1,2})?$/;

/** The organization behind a reception address. */
export async function enterReceiver(ctx: WorkContext, receiverKey: string): Promise<TenantContext> {
  const capability = await resolveCapability(ctx, receiverKey, RECEIVER_CAPABILITY);
  if (!capability) throw NotFound();
  return ctx.enter(capability.organizationId);
}

/** A seed to sign. It is not stored: it carries its own proof that it is ours, and when it was given. */
export function newSeed(ctx: TenantContext): string {
  const value = `${randomBytes(24).toString('base64url')}.${realNow().epochMilliseconds}`;
  const local = realNow().toZonedDateTimeISO(ecfTimeZone).toPlainDateTime().toString({ smallestUnit: 'second' });
  const seed = `${value}.${seedProof(ctx, ctx.organizationId, value).toString('base64url')}`;
  return `${xmlDeclaration}${block('SemillaModel', field('valor', seed), field('fecha', local))}`;
}

const seedProof = ({ secrets }: Services, organizationId: string, value: string): Buffer =>
  secrets.pepper(`${organizationId} ${value}`, 'ecf seed');

/**
 * A token for a signed seed. Senders ask for one because the protocol says so; what they hand in is believed for its own
 * signature and not for the token.
 */
export function tokenFor(ctx: TenantContext, xml: string): { token: string; expira: string; expedido: string } {
  const verified = verifyXml(xml);
  const seed = verified && /<valor>([^<]+)<\/valor>/.exec(verified.content)?.[1];
  if (!verified || !seed || !isOwnSeed(ctx, seed) || !isInForce(verified.certificate)) throw SeedRefused();
  const issuedAt = realNow();
  const expiresAt = issuedAt.add(TOKEN_LIVES);
  const value = `${randomBytes(24).toString('base64url')}.${expiresAt.epochMilliseconds}`;
  const token = `${value}.${ctx.secrets.pepper(`${ctx.organizationId} ${value}`, 'ecf token').toString('base64url')}`;
  return { token, expira: toTimestamp(expiresAt), expedido: toTimestamp(issuedAt) };
}

function isOwnSeed(ctx: TenantContext, seed: string): boolean {
  const [random = '', at = '', proof = ''] = seed.split('.');
  const expected = seedProof(ctx, ctx.organizationId, `${random}.${at}`);
  const given = Buffer.from(proof, 'base64url');
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && realNow().epochMilliseconds - Number(at) <= SEED_LIVES_MS;
}

/** Takes a document that another company hands in, and answers with the signed receipt. */
export async function receiveDocument(ctx: TenantContext, xml: string): Promise<string> {
  const [company, key] = await Promise.all([requireCompany(ctx), requireSigningKey(ctx)]);
  const at = realNow();
  requireValid(new X509Certificate(key.certificate), at);
  const read = readDocument(xml, (certificate) => isBelieved(certificate, company.environment, ctx.config));
  const fault = faultOf(read, company.taxId);
  const { issuerTaxId, number } = read.document;
  const isDuplicate = !fault && (await ecfReceived.exists(ctx, { issuerTaxId, number, state: 'received' }));
  const receipt = (refused: NotReceived | null): string =>
    signXml(receiptXml({ ...read.document, buyerTaxId: company.taxId, refused, at }), key).xml;
  if (isDuplicate) return receipt('duplicate');
  const answer = receipt(fault?.refusedFor ?? null);
  const kept = await upsertReceived(ctx, {
    ...read.document,
    id: newId(),
    state: fault ? 'refused' : 'received',
    refusedFor: fault?.refusedFor ?? null,
    problem: fault?.problem ?? null,
    signedBy: read.signedBy,
    xml,
    receiptXml: answer,
    receivedAt: at,
  });
  // The same document twice at once, or one that we have already, with a fault of its own.
  return kept || fault ? answer : receipt('duplicate');
}

type ReadDocument = Pick<
  ReceivedEcf,
  'issuerTaxId' | 'issuerName' | 'number' | 'type' | 'issuedOn' | 'total' | 'itbis'
>;

interface Read {
  document: ReadDocument;
  buyerTaxId: string | null;
  signedBy: string | null;
  /** `valid`, or what it is instead. */
  signature: string;
}

/** Reads a document; of one with a valid signature only the signed part. Without a number it cannot be answered. */
function readDocument(xml: string, believes: (certificate: X509Certificate) => boolean): Read {
  const verified = verifyXml(xml);
  const { ECF } = parseXml(verified?.content ?? xml);
  const at = (...path: string[]): string | null => textAt(ECF, path);
  const [issuerTaxId, number] = [at('Encabezado', 'Emisor', 'RNCEmisor'), at('Encabezado', 'IdDoc', 'eNCF')];
  if (!issuerTaxId || !number || !TAX_ID.test(issuerTaxId) || !/^[0-9A-Za-z]{11,13}$/.test(number))
    throw XmlUnreadable('This is not an e-CF with an issuer and a number.');
  return {
    document: {
      issuerTaxId,
      number,
      issuerName: at('Encabezado', 'Emisor', 'RazonSocialEmisor')?.slice(0, 200) ?? null,
      type: at('Encabezado', 'IdDoc', 'TipoeCF')?.slice(0, 2) ?? null,
      issuedOn: dateIn(at('Encabezado', 'Emisor', 'FechaEmision')),
      total: amountIn(at('Encabezado', 'Totales', 'MontoTotal')),
      itbis: amountIn(at('Encabezado', 'Totales', 'TotalITBIS')),
    },
    buyerTaxId: at('Encabezado', 'Comprador', 'RNCComprador'),
    signedBy: verified && holderOf(verified.certificate),
    signature: !verified
      ? 'not valid'
      : believes(verified.certificate)
        ? 'valid'
        : isInForce(verified.certificate)
          ? 'of a certificate that no trusted authority has issued'
          : 'of an expired certificate',
  };
}

/** Why a document does not count, in the order in which the protocol asks. */
function faultOf(
  { document, buyerTaxId, signature }: Read,
  taxId: string,
): { refusedFor: Exclude<NotReceived, 'duplicate'>; problem: string } | null {
  const { type, number, issuedOn, total } = document;
  if (!type || ecfTypeOf(number) !== type || !isExchanged(type))
    return {
      refusedFor: 'malformed',
      problem: 'Its type is not exchanged between companies, or its number is of another.',
    };
  if (!issuedOn || total === null) return { refusedFor: 'malformed', problem: 'It lacks a date or a total.' };
  if (signature !== 'valid')
    return {
      refusedFor: 'signature',
      problem: `Its signature is ${signature}.`,
    };
  if (buyerTaxId !== taxId)
    return { refusedFor: 'other-buyer', problem: `It is made out to ${buyerTaxId ?? 'nobody'}.` };
  return null;
}

/** Takes the answer of a buyer to a document of ours. */
export async function receiveApproval(ctx: TenantContext, xml: string): Promise<void> {
  const company = await requireCompany(ctx);
  const verified = verifyXml(xml);
  if (!verified || !isBelieved(verified.certificate, company.environment, ctx.config))
    throw ApprovalRefused('Its signature is not valid, or of a certificate that is not trusted.');
  const { ACECF } = parseXml(verified.content);
  const at = (name: string): string | null => textAt(ACECF, ['DetalleAprobacionComercial', name]);
  const [number, buyerTaxId, total, state] = [at('eNCF'), at('RNCComprador'), amountIn(at('MontoTotal')), at('Estado')];
  const isWhole = number && buyerTaxId && total !== null && (state === '1' || state === '2');
  if (!isWhole || at('RNCEmisor') !== company.taxId) throw ApprovalRefused();
  const answer = {
    approval: state === '1' ? 'approved' : 'rejected',
    approvalReason: at('DetalleMotivoRechazo')?.slice(0, 250) ?? null,
    approvalAt: realNow(),
  } as const;
  const answered = await ecfDocuments.updateAll(ctx, { number, buyerTaxId, total, testSetId: null }, answer);
  if (answered === 0) throw ApprovalRefused();
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
