import { X509Certificate } from 'node:crypto';
import type { Config } from '#platform/config.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { type Attempt, isNo, openPort, type Reply } from '#platform/ports/exchange-declaration.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { doubling } from '#platform/ports/schedule.ts';
import { holderOf, isIssuedByTrusted } from '../company/certificate.ts';
import { fileNameOf, issuerTaxIdIn } from '../ecf/ecf-content.ts';
import { isExchanged } from '../ecf/ecf-document.ts';
import { type NotReceived, notReceivedCodes } from '../ecf/ecf-messages.ts';
import { type Ecf, ecf } from '../ecf.port.ts';
import { readXml } from '../stored-xml/stored-xml.ts';
import { ecfCompanies, ecfDocuments, type IssuedEcf } from '../tables.ts';
import { reading, type Sent } from '../xml/reading.ts';
import { notifyOwnerOfDocument } from './notify-owner.ts';

/** Whether a document goes to its buyer once it is accepted. Trials do not: their buyers are invented. */
export const hasReceiver = ({
  type,
  buyerTaxId,
  testSetId,
}: Pick<IssuedEcf, 'type' | 'buyerTaxId' | 'testSetId'>): boolean =>
  isExchanged(type) && buyerTaxId !== null && testSetId === null;

interface DeliveryChange {
  deliveryState: NonNullable<IssuedEcf['deliveryState']>;
  deliveryProblem: string | null;
  deliveredAt?: Temporal.Instant;
  receiptXml?: string;
  receiptSignedBy?: string;
}

interface Question {
  document: IssuedEcf;
  authority: Ecf;
  config: Config;
}

type Delivered = Omit<DeliveryChange, 'deliveredAt'>;

/** Sends an accepted document to its buyer if the directory lists their receiver address. */
export const delivery = exchange<Question, Delivered>({
  name: 'filings/ecf-delivery',
  prepare: async (ctx, id) => {
    const { config } = ctx;
    const [document, company] = await Promise.all([ecfDocuments.find(ctx, id), ecfCompanies.find(ctx, {})]);
    if (document?.deliveryState !== 'waiting') return null;
    if (document.environment === company?.environment) return { document, config, authority: await openPort(ctx, ecf) };
    const deliveryProblem = `It belongs to another environment (${document.environment}).`;
    await recordDelivery(ctx, id, { deliveryState: 'failed', deliveryProblem });
    return null;
  },
  ask: (question, attempt) => deliver(question, attempt).catch(tryAgain),
  settle: async (ctx, { id, answer, problem }) => {
    const change = answer ?? { deliveryState: 'failed', deliveryProblem: problem };
    const isDelivered = change.deliveryState === 'delivered';
    await recordDelivery(ctx, id, { ...change, ...(isDelivered && { deliveredAt: realNow() }) });
  },
  note: async (ctx, { id, problem }) => recordDelivery(ctx, id, { deliveryState: 'waiting', deliveryProblem: problem }),
  giveUp: async (ctx, { id, problem }) =>
    recordDelivery(ctx, id, { deliveryState: 'failed', deliveryProblem: problem }),
  queue: 'deliveries',
  followUpAfterSeconds: 0,
  // A day and a half.
  retryAfter: doubling(2, 17),
});

/** Grouped by buyer: a server that hangs delays neither other buyers nor the documents for the authority. */
export const beginDelivery = (
  ctx: TenantContext,
  { id, buyerTaxId }: Pick<IssuedEcf, 'id' | 'buyerTaxId'>,
): Promise<void> => delivery.begin(ctx, id, { group: `${ctx.organizationId} ${buyerTaxId}` });

/** No answer of another company's server is final, except a signed receipt. */
export function tryAgain(error: unknown): never {
  throw isNo(error) ? ProviderUnavailable(error.message) : error;
}

async function deliver(
  { document, authority, config }: Question,
  { compute, storage }: Attempt<Delivered>,
): Promise<Reply<Delivered>> {
  const { number, buyerTaxId, xmlKey } = document;
  const receiver = await authority.findReceiver(buyerTaxId!);
  if (!receiver) return { state: 'done', answer: { deliveryState: 'no-receiver', deliveryProblem: null } };
  const signedXml = await readXml(storage, { xmlKey, part: 'signed', inRow: document.signedXml! });
  const receiptXml = await authority.deliver(receiver, { name: fileNameOf(signedXml, number), xml: signedXml });
  const sent = receiptXml.includes('<ARECF') ? await compute(reading, { kind: 'receipt', xml: receiptXml }) : null;
  const { refused, receiptSignedBy } = judgeReceipt(sent, { ...document, signedXml }, config);
  const receipt = { receiptXml, receiptSignedBy };
  // A duplicate means that they have it: the answer to an earlier attempt was lost.
  return refused === null || refused === 'duplicate'
    ? { state: 'done', answer: { ...receipt, deliveryState: 'delivered', deliveryProblem: null } }
    : { state: 'refused', answer: { ...receipt, deliveryState: 'refused', deliveryProblem: refusals[refused] } };
}

const refusals: Record<Exclude<NotReceived, 'duplicate'>, string> = {
  malformed: 'The buyer says that it does not meet the specification.',
  signature: 'The buyer says that its signature is not valid.',
  'other-buyer': 'The buyer says that it is not made out to them.',
};

/**
 * Judges a buyer's receipt (ARECF), which must be signed and refer to this document. In production it comes from the address that
 * the tax authority's directory has for the buyer, so its certificate need not name them.
 */
function judgeReceipt(sent: Sent | null, { number, signedXml, buyerTaxId, environment }: IssuedEcf, config: Config) {
  const certificate = sent?.signer ? new X509Certificate(sent.signer.certificate) : null;
  const isTrusted = certificate && isIssuedByTrusted(certificate, environment!, config);
  const { receipt } = sent ?? {};
  if (!isTrusted || !receipt)
    throw ProviderRefused('The buyer did not answer with a receipt whose signature is valid and trusted.');
  const isOurs =
    receipt.number === number && receipt.issuerTaxId === issuerTaxIdIn(signedXml!) && receipt.buyerTaxId === buyerTaxId;
  if (!isOurs || (receipt.state !== '0' && receipt.state !== '1'))
    throw ProviderRefused('The buyer answered with a receipt of something else.');
  return { refused: receipt.state === '0' ? null : reasonIn(receipt.reason), receiptSignedBy: holderOf(certificate) };
}

const reasonIn = (code: string | null): NotReceived =>
  (Object.keys(notReceivedCodes) as NotReceived[]).find((reason) => String(notReceivedCodes[reason]) === code) ??
  'malformed';

/** Records the progress of a delivery that has not ended. The owner is notified of a failure. */
async function recordDelivery(ctx: TenantContext, id: string, change: DeliveryChange): Promise<void> {
  const updated = await ecfDocuments.updateAll(ctx, { id, deliveryState: 'waiting' }, change);
  if (updated > 0 && (change.deliveryState === 'refused' || change.deliveryState === 'failed'))
    await notifyOwnerOfDocument(ctx, await ecfDocuments.get(ctx, id), 'undelivered', change.deliveryProblem!);
}
