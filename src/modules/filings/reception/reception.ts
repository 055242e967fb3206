import { randomBytes, X509Certificate } from 'node:crypto';
import { resolveCapability } from '#platform/auth/capability.ts';
import type { Services, Steps, TenantContext, TenantSteps, WorkContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { isSameSecret, newId } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { holderOf, isBelieved, isInForce, requireValid } from '../company/certificate.ts';
import { RECEIVER_CAPABILITY, requireCompany, requireSigningKey } from '../company/company.ts';
import { ecfTypeOf, isExchanged } from '../ecf/ecf-document.ts';
import { type NotReceived, receiptXml } from '../ecf/ecf-messages.ts';
import { ecf } from '../ecf.port.ts';
import { type EcfCompany, ecfDocuments, ecfReceived } from '../tables.ts';
import { reading, type Sent, type SentFile } from '../xml/reading.ts';
import { signAll } from '../xml/signing.ts';
import { block, ecfTimeZone, field, xmlDeclaration } from '../xml/xml.ts';
import { upsertReceived } from './received.sql.ts';

export const SeedRefused = refusal(
  'seed_refused',
  'The seed is unknown, too old or not signed: request a new one.',
  400,
);
export const ApprovalRefused = refusal(
  'approval_refused',
  'This approval matches no document of this company: check the number, the date and the total.',
  400,
);

const SEED_LIVES_MS = 5 * 60_000;
const TOKEN_LIVES = { hours: 1 };

/** The organization behind a reception address, which other programs may write in capitals. */
export async function enterReceiver(ctx: WorkContext, receiverKey: string): Promise<TenantContext> {
  const find = (key: string) => resolveCapability(ctx, key, RECEIVER_CAPABILITY);
  const capability = (await find(receiverKey)) ?? (await find(receiverKey.toLowerCase()));
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
 * A token for a signed seed. The protocol requires senders to ask for one, but each document that
 * they send is verified by its own signature, not by the token.
 */
export function tokenFor(
  ctx: TenantContext,
  { signer, seed }: Pick<Sent, 'signer' | 'seed'>,
): { token: string; expira: string; expedido: string } {
  const isProven = signer && isInForce(new X509Certificate(signer.certificate));
  if (!isProven || !seed || !isOwnSeed(ctx, seed)) throw SeedRefused();
  const issuedAt = realNow();
  const expiresAt = issuedAt.add(TOKEN_LIVES);
  const value = `${randomBytes(24).toString('base64url')}.${expiresAt.epochMilliseconds}`;
  const token = `${value}.${ctx.secrets.pepper(`${ctx.organizationId} ${value}`, 'ecf token').toString('base64url')}`;
  return { token, expira: toTimestamp(expiresAt), expedido: toTimestamp(issuedAt) };
}

export const tokenXml = ({ token, expira, expedido }: ReturnType<typeof tokenFor>): string =>
  `${xmlDeclaration}${block(
    'RespuestaAutenticacion',
    field('token', token),
    field('expira', expira),
    field('expedido', expedido),
  )}`;

function isOwnSeed(ctx: TenantContext, seed: string): boolean {
  const [random = '', at = '', proof = ''] = seed.split('.');
  const expected = seedProof(ctx, ctx.organizationId, `${random}.${at}`);
  const isOurs = isSameSecret(Buffer.from(proof, 'base64url'), expected);
  return isOurs && realNow().epochMilliseconds - Number(at) <= SEED_LIVES_MS;
}

/** Reads a file of another company in a thread, for the organization behind the address. */
export async function readFile(
  steps: Steps,
  receiverKey: string,
  file: SentFile,
): Promise<Sent & { organizationId: string }> {
  const { organizationId } = await steps.transaction((ctx) => enterReceiver(ctx, receiverKey));
  return { ...(await steps.enter(organizationId).compute(reading, file)), organizationId };
}

/** A document that another company hands in, read and judged, with both answers that it may get signed. */
interface Delivered {
  organizationId: string;
  document: NonNullable<Sent['ecf']>['document'];
  fault: Fault | null;
  signedBy: string | null;
  xml: string;
  receipt: string;
  duplicateReceipt: string;
  at: Temporal.Instant;
}

/** Does everything about a document that takes time: reads it, checks its signature, and signs the receipts. */
export async function judgeDocument(steps: Steps, receiverKey: string, xml: string): Promise<Delivered> {
  const { organizationId, company, key } = await steps.transaction(async (ctx) => {
    const tenant = await enterReceiver(ctx, receiverKey);
    const [company, key] = await Promise.all([requireCompany(tenant), requireSigningKey(tenant)]);
    return { organizationId: tenant.organizationId, company, key };
  });
  const at = realNow();
  requireValid(new X509Certificate(key.certificate), at);
  const own = steps.enter(organizationId);
  const read = await own.compute(reading, { kind: 'ecf', xml });
  const { document } = read.ecf!;
  const fault = await faultOf(own, company, read);
  const receiptFor = (refused: NotReceived | null): string =>
    receiptXml({ ...document, buyerTaxId: company.taxId, refused, at });
  const unsigned = [receiptFor(fault?.refusedFor ?? null), receiptFor('duplicate')];
  const [receipt, duplicateReceipt] = (await signAll(own, unsigned, key)).map((signed) => signed.xml);
  const signedBy = read.signer && holderOf(new X509Certificate(read.signer.certificate));
  return { organizationId, document, fault, signedBy, xml, receipt: receipt!, duplicateReceipt: duplicateReceipt!, at };
}

/** Keeps a document that another company hands in, and answers with the signed receipt. */
export async function receiveDocument(ctx: TenantContext, delivered: Delivered): Promise<string> {
  const { document, fault, signedBy, xml, receipt, duplicateReceipt, at } = delivered;
  const { issuerTaxId, number } = document;
  const isDuplicate = !fault && (await ecfReceived.exists(ctx, { issuerTaxId, number, state: 'received' }));
  if (isDuplicate) return duplicateReceipt;
  const kept = await upsertReceived(ctx, {
    ...document,
    id: newId(),
    state: fault ? 'refused' : 'received',
    refusedFor: fault?.refusedFor ?? null,
    problem: fault?.problem ?? null,
    signedBy,
    xml,
    receiptXml: receipt,
    receivedAt: at,
  });
  // The same document was sent twice at once, or we have it already and it has a fault.
  return kept || fault ? receipt : duplicateReceipt;
}

interface Fault {
  refusedFor: Exclude<NotReceived, 'duplicate'>;
  problem: string;
}

/** Why a document does not count, in the order in which the protocol asks; or null. */
async function faultOf(
  steps: TenantSteps,
  { taxId, environment }: EcfCompany,
  { signer, ecf: read }: Sent,
): Promise<Fault | null> {
  const { document, buyerTaxId } = read!;
  const { type, number, issuedOn, total, issuerTaxId } = document;
  if (!type || ecfTypeOf(number) !== type || !isExchanged(type))
    return malformed('Its type is not exchanged between companies, or its number is of another.');
  if (!issuedOn || total === null) return malformed('It lacks a date or a total.');
  if (read!.fault) return malformed(`It does not fit the schema of its type: ${read!.fault}`);
  if (!signer) return badSignature('not valid');
  const certificate = new X509Certificate(signer.certificate);
  if (!isInForce(certificate)) return badSignature('of an expired certificate');
  if (buyerTaxId !== taxId)
    return { refusedFor: 'other-buyer', problem: `It is made out to ${buyerTaxId ?? 'nobody'}.` };
  if (isBelieved(certificate, { environment, taxId: issuerTaxId }, steps.config)) return null;
  if (environment !== 'production') return badSignature('of a certificate that no trusted authority has issued');
  // The tax authority knows who signs for whom. Where it cannot be asked, the sender tries again.
  const authority = await steps.port(ecf);
  const { securityCode } = signer;
  const isConfirmed = await authority.isAccepted({ issuerTaxId, number, buyerTaxId, securityCode });
  return isConfirmed
    ? null
    : badSignature('of a certificate that does not prove it, and the tax authority does not confirm the document');
}

const malformed = (problem: string): Fault => ({ refusedFor: 'malformed', problem });
const badSignature = (verdict: string): Fault => ({ refusedFor: 'signature', problem: `Its signature is ${verdict}.` });

/** Takes the answer of a buyer to a document of ours. */
export async function receiveApproval(ctx: TenantContext, { signer, approval }: Pick<Sent, 'signer' | 'approval'>) {
  const { environment, taxId } = await requireCompany(ctx);
  if (!signer) throw ApprovalRefused('Its signature is not valid, or of a certificate that is not trusted.');
  if (approval?.issuerTaxId !== taxId || !approval) throw ApprovalRefused();
  const { number, buyerTaxId, total, approved, reason } = approval;
  if (!approved && !reason) throw ApprovalRefused('A rejection says why: DetalleMotivoRechazo.');
  if (!isBelieved(new X509Certificate(signer.certificate), { environment, taxId: buyerTaxId }, ctx.config))
    throw ApprovalRefused('Its signature is not valid, or of a certificate that is not trusted.');
  const answer = {
    approval: approved ? 'approved' : 'rejected',
    approvalReason: reason,
    approvalAt: realNow(),
  } as const;
  const answered = await ecfDocuments.updateAll(ctx, { number, buyerTaxId, total, testSetId: null }, answer);
  if (answered === 0) throw ApprovalRefused();
}
