import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { fromScaled } from '#platform/decimal.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { requireValid } from '../company/certificate.ts';
import { requireCompany, requireSigningKey } from '../company/company.ts';
import { approvalXml } from '../ecf/ecf-messages.ts';
import { signXml } from '../ecf/ecf-signature.ts';
import { ecf } from '../ecf.port.ts';
import { attempt } from '../sending/attempt.ts';
import {
  type ApprovalState,
  type IssuerState,
  lockReceived,
  type ReceivedEcf,
  type ReceivedFilter,
  selectApproval,
  selectReceived,
  selectReceivedXml,
  updateOwnApproval,
  updateSentApproval,
} from './received.sql.ts';

export const ApprovalGiven = refusal(
  409,
  'approval_given',
  'This document was answered already, and the tax authority has the answer or is about to get it.',
);
export const NotApprovable = refusal(422, 'not_approvable', 'A document that was refused is not answered.');

export async function listReceived(ctx: TenantContext, query: PageRequest & ReceivedFilter) {
  const { rows, counted } = await selectReceived(ctx.tx, ctx.organizationId, query, pageWindow(query));
  return toPage(query, rows.map(describeReceived), counted);
}

/** The XML as it came, byte for byte. */
export async function readReceivedXml(ctx: TenantContext, id: string): Promise<{ number: string; xml: string }> {
  const received = await selectReceivedXml(ctx.tx, ctx.organizationId, id);
  if (!received) throw NotFound();
  return received;
}

function describeReceived(row: ReceivedEcf) {
  const { approval, approvalReason, approvalState, approvalProblem, approvedBy, approvedAt, ...told } = row;
  const { issuerState, issuerProblem, ...rest } = told;
  const pesos = (amount: bigint | null): string | null => (amount === null ? null : fromMinor(amount, 'DOP'));
  return {
    ...rest,
    total: pesos(row.total),
    itbis: pesos(row.itbis),
    commercialApproval: approval && {
      answer: approval,
      reason: approvalReason,
      state: approvalState!,
      problem: approvalProblem,
      issuer: issuerState && { state: issuerState, problem: issuerProblem },
      by: approvedBy,
      at: approvedAt!,
    },
  };
}

/** Answers a document that came: the answer is signed now and handed in a moment later. One that was not taken is given anew. */
export async function answerReceived(
  ctx: TenantContext,
  given: { id: string; approved: boolean; reason?: string | undefined },
) {
  const received = await lockReceived(ctx.tx, ctx.organizationId, given.id);
  if (!received) throw NotFound();
  if (received.state === 'refused') throw NotApprovable();
  if (received.approvalState === 'accepted' && received.issuerState === 'failed')
    return tellIssuerAgain(ctx, received, given.approved);
  const isOpen =
    received.approval === null || received.approvalState === 'failed' || received.approvalState === 'rejected';
  if (!isOpen) throw ApprovalGiven();
  const [company, key] = await Promise.all([requireCompany(ctx), requireSigningKey(ctx)]);
  const at = realNow();
  requireValid(new X509Certificate(key.certificate), at);
  const reason = given.approved ? null : (given.reason ?? null);
  const xml = approvalXml({
    issuerTaxId: received.issuerTaxId,
    buyerTaxId: company.taxId,
    number: received.number,
    issuedOn: received.issuedOn!,
    total: fromScaled(received.total!, 2),
    approved: given.approved,
    reason,
    at,
  });
  const answered = await updateOwnApproval(ctx.tx, ctx.organizationId, given.id, {
    approval: given.approved ? 'approved' : 'rejected',
    approvalReason: reason,
    approvalXml: signXml(xml, key).xml,
    approvalState: 'waiting',
    approvalProblem: null,
    issuerState: 'waiting',
    issuerProblem: null,
    approvedBy: ctx.userId,
    approvedAt: at,
  });
  const payload = { receivedId: given.id, taxId: company.taxId };
  ctx.enqueue(sendApproval, payload, { group: ctx.organizationId });
  enqueueIssuerAnswer(ctx, received, company.taxId);
  return describeReceived(answered);
}

/** The issuer is the group: one whose server hangs does not delay what goes to the authority. */
function enqueueIssuerAnswer(ctx: TenantContext, { id, issuerTaxId }: ReceivedEcf, taxId: string): void {
  const payload = { receivedId: id, taxId };
  ctx.enqueue(answerIssuer, payload, { group: `${ctx.organizationId} ${issuerTaxId}` });
}

/** What the authority has accepted stands: the issuer, who could not be told, gets the same answer again. */
async function tellIssuerAgain(ctx: TenantContext, received: ReceivedEcf, approved: boolean) {
  if (approved !== (received.approval === 'approved')) throw ApprovalGiven();
  const { taxId } = await requireCompany(ctx);
  const waiting = { issuerState: 'waiting', issuerProblem: null } as const;
  enqueueIssuerAnswer(ctx, received, taxId);
  return describeReceived(await updateOwnApproval(ctx.tx, ctx.organizationId, received.id, waiting));
}

const target = { receivedId: z.uuid(), taxId: z.string() };
const patience = { queue: 'deliveries', attempts: 17, backoffSeconds: 2, timeoutSeconds: 90 } as const;

/** Hands an answer in to the authority. While that is away the queue tries again, for a day and a half. */
export const sendApproval = tenantJob({
  name: 'filings/send-approval',
  ...patience,
  payload: target,
  run: async (ctx, { receivedId, taxId }) => {
    const { organizationId } = ctx;
    const approval = await ctx.transaction((unit) => selectApproval(unit.tx, organizationId, receivedId));
    if (approval?.approvalState !== 'waiting') return;
    const record = (approvalState: ApprovalState, approvalProblem: string | null) =>
      ctx.transaction((unit) =>
        updateSentApproval(unit.tx, organizationId, receivedId, approval.approvalXml!, {
          approvalState,
          approvalProblem,
        }),
      );
    const handIn = async () => {
      const authority = await ctx.port(ecf);
      const { accepted, messages } = await authority.approve(fileOf(approval, taxId));
      const said = messages.map(({ text }) => text).join(' ');
      await record(accepted ? 'accepted' : 'rejected', accepted ? null : said);
    };
    const note = (isOver: boolean, problem: string) => record(isOver ? 'failed' : 'waiting', problem);
    await attempt(ctx, handIn, note, ({ kind }) => kind === ProviderRefused);
  },
});

/** Tells the issuer, where the directory says that they receive answers. What their server says is not final. */
export const answerIssuer = tenantJob({
  name: 'filings/answer-issuer',
  ...patience,
  payload: target,
  run: async (ctx, { receivedId, taxId }) => {
    const { organizationId } = ctx;
    const approval = await ctx.transaction((unit) => selectApproval(unit.tx, organizationId, receivedId));
    if (approval?.issuerState !== 'waiting') return;
    const record = (issuerState: IssuerState, issuerProblem: string | null) =>
      ctx.transaction((unit) =>
        updateSentApproval(unit.tx, organizationId, receivedId, approval.approvalXml!, { issuerState, issuerProblem }),
      );
    const tell = async () => {
      const authority = await ctx.port(ecf);
      const issuer = await authority.findReceiver(approval.issuerTaxId);
      if (issuer) await authority.answerIssuer(issuer, fileOf(approval, taxId));
      await record(issuer ? 'told' : 'no-receiver', null);
    };
    await attempt(ctx, tell, (isOver, problem) => record(isOver ? 'failed' : 'waiting', problem));
  },
});

/** `<RNCComprador><eNCF>.xml`, as the protocol names answers. */
const fileOf = ({ number, approvalXml: xml }: { number: string; approvalXml: string | null }, taxId: string) => ({
  name: `${taxId}${number}.xml`,
  xml: xml!,
});
