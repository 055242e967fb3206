import { z } from 'zod';
import type { Config } from '#platform/config.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { holderOf, isBelieved } from '../company/certificate.ts';
import { selectCompany } from '../company/company.sql.ts';
import { fileNameOf, issuerTaxIdIn } from '../ecf/ecf-content.ts';
import { isExchanged } from '../ecf/ecf-document.ts';
import { type NotReceived, notReceivedCodes } from '../ecf/ecf-messages.ts';
import { verifyXml } from '../ecf/ecf-signature.ts';
import { parseXml, textAt } from '../ecf/xml-reading.ts';
import { ecf } from '../ecf.port.ts';
import { attempt } from './attempt.ts';
import { type DeliveryChange, type EcfRow, selectForDelivery, type ToDeliver, updateDelivery } from './document.sql.ts';
import { tellOwner } from './tell-owner.ts';

/** Whether a document goes to its buyer once it is accepted. Trials do not: their buyers are invented. */
export const hasReceiver = ({
  type,
  buyerTaxId,
  testSetId,
}: Pick<EcfRow, 'type' | 'buyerTaxId' | 'testSetId'>): boolean =>
  isExchanged(type) && buyerTaxId !== null && testSetId === null;

/** The buyer is the group: one whose server hangs delays neither other buyers nor what goes to the authority. */
export function enqueueDelivery(ctx: TenantContext, { id, buyerTaxId }: Pick<EcfRow, 'id' | 'buyerTaxId'>): void {
  const payload = { documentId: id };
  ctx.enqueue(deliverEcf, payload, { group: `${ctx.organizationId} ${buyerTaxId}` });
}

/**
 * Hands an accepted document to its buyer, where the directory says that they receive. While they are away the queue tries
 * again, for a day and a half: nothing that a buyer's server says is final, but a receipt with a signature.
 */
export const deliverEcf = tenantJob({
  name: 'filings/deliver-ecf',
  queue: 'deliveries',
  attempts: 17,
  backoffSeconds: 2,
  timeoutSeconds: 90,
  payload: { documentId: z.uuid() },
  run: async (ctx, { documentId }) => {
    const { organizationId } = ctx;
    const [document, company] = await ctx.transaction((unit) =>
      Promise.all([selectForDelivery(unit.tx, organizationId, documentId), selectCompany(unit.tx, organizationId)]),
    );
    if (document?.deliveryState !== 'waiting') return;
    const record = (change: DeliveryChange) => ctx.transaction((unit) => recordDelivery(unit, document, change));
    if (document.environment !== company?.environment) {
      const deliveryProblem = `It belongs to another environment (${document.environment}).`;
      return record({ deliveryState: 'failed', deliveryProblem });
    }
    await attempt(
      ctx,
      async () => record(await deliver(ctx, document)),
      (isOver, deliveryProblem) => record({ deliveryState: isOver ? 'failed' : 'waiting', deliveryProblem }),
    );
  },
});

async function deliver(ctx: TenantSteps, document: ToDeliver): Promise<DeliveryChange> {
  const { number, signedXml, buyerTaxId } = document;
  const authority = await ctx.port(ecf);
  const receiver = await authority.findReceiver(buyerTaxId!);
  if (!receiver) return { deliveryState: 'no-receiver', deliveryProblem: null };
  const receiptXml = await authority.deliver(receiver, { name: fileNameOf(signedXml!, number), xml: signedXml! });
  const { refused, receiptSignedBy } = readReceipt(receiptXml, document, ctx.config);
  const receipt = { receiptXml, receiptSignedBy };
  // That they have it already is what we wanted: the answer to an earlier attempt was lost.
  return refused === null || refused === 'duplicate'
    ? { ...receipt, deliveryState: 'delivered', deliveryProblem: null, deliveredAt: realNow() }
    : { ...receipt, deliveryState: 'refused', deliveryProblem: refusals[refused] };
}

const refusals: Record<Exclude<NotReceived, 'duplicate'>, string> = {
  malformed: 'The buyer says that it does not meet the specification.',
  signature: 'The buyer says that its signature is not valid.',
  'other-buyer': 'The buyer says that it is not made out to them.',
};

/** What a buyer's receipt (ARECF) says, if it is signed and about this document. */
function readReceipt(xml: string, { number, signedXml, buyerTaxId, environment }: ToDeliver, config: Config) {
  const verified = xml.includes('<ARECF') ? verifyXml(xml) : null;
  if (!verified || !isBelieved(verified.certificate, environment!, config))
    throw ProviderRefused('The buyer did not answer with a receipt whose signature is valid and trusted.');
  const { ARECF } = parseXml(verified.content);
  const at = (name: string): string | null => textAt(ARECF, ['DetalleAcusedeRecibo', name]);
  const isOurs =
    at('eNCF') === number && at('RNCEmisor') === issuerTaxIdIn(signedXml!) && at('RNCComprador') === buyerTaxId;
  const state = at('Estado');
  if (!isOurs || (state !== '0' && state !== '1'))
    throw ProviderRefused('The buyer answered with a receipt of something else.');
  return {
    refused: state === '0' ? null : reasonIn(at('CodigoMotivoNoRecibido')),
    receiptSignedBy: holderOf(verified.certificate),
  };
}

const reasonIn = (code: string | null): NotReceived =>
  (Object.keys(notReceivedCodes) as NotReceived[]).find((reason) => String(notReceivedCodes[reason]) === code) ??
  'malformed';

/** Keeps what came of it, unless another attempt has brought an end already. Where somebody must look, the owner hears. */
async function recordDelivery(ctx: TenantContext, document: ToDeliver, change: DeliveryChange): Promise<void> {
  const isFirst = await updateDelivery(ctx.tx, ctx.organizationId, document.id, change);
  if (isFirst && (change.deliveryState === 'refused' || change.deliveryState === 'failed'))
    await tellOwner(ctx, document, 'no llegó al comprador', change.deliveryProblem!);
}
