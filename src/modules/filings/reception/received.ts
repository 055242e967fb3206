import { X509Certificate } from 'node:crypto';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { fromScaled } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { requireValid } from '../company/certificate.ts';
import { CompanyNotRegistered, findSigningKey, requireCompany } from '../company/company.ts';
import { approvalXml } from '../ecf/ecf-messages.ts';
import { releaseXml } from '../stored-xml/stored-xml.ts';
import { ecfCompanies, ecfReceived, type ReceivedEcf } from '../tables.ts';
import { signAll } from '../xml/signing.ts';
import { approval, issuerAnswer } from './answer.ts';
import type { ListedReceived } from './received.sql.ts';

export const ApprovalGiven = refusal(
  'approval_given',
  'This document was already answered, and the answer cannot change any more.',
  409,
);
export const NotApprovable = refusal(
  'not_approvable',
  'This document was refused on reception and cannot be approved or rejected: ask the issuer to send it again.',
);

export function describeReceived(row: ListedReceived) {
  const { approval, approvalReason, approvalState, approvalProblem, approvedBy, approvedAt, ...document } = row;
  const { issuerState, issuerProblem, ...rest } = document;
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
      // The previous release wrote `told`.
      issuer: issuerState && { state: issuerState === 'told' ? 'notified' : issuerState, problem: issuerProblem },
      by: approvedBy,
      at: approvedAt!,
    },
  };
}

interface GivenAnswer {
  id: string;
  approved: boolean;
  reason?: string | undefined;
}

/** Signs the answer to a received document, before the transaction that gives it. Null where it cannot be answered. */
export async function signAnswer(steps: TenantSteps, { id, approved, reason }: GivenAnswer) {
  const at = realNow();
  const unsigned = await steps.transaction(async (ctx) => {
    const [received, company, key] = await Promise.all([
      ecfReceived.get(ctx, id),
      ecfCompanies.find(ctx, {}),
      findSigningKey(ctx),
    ]);
    const { issuerTaxId, number, issuedOn, total } = received;
    if (!company || !key || !issuedOn || total === null) return null;
    const document = { issuerTaxId, buyerTaxId: company.taxId, number, issuedOn, total: fromScaled(total, 2) };
    return { key, xml: approvalXml({ ...document, approved, reason: approved ? null : (reason ?? null), at }) };
  });
  if (!unsigned) return null;
  requireValid(new X509Certificate(unsigned.key.certificate), at);
  const [signed] = await signAll(steps, [unsigned.xml], unsigned.key);
  return { xml: signed!.xml, at };
}

/** Answers a received document: the signed answer is handed in a moment later. A refused answer can be given again. */
export async function answerReceived(
  ctx: TenantContext,
  given: GivenAnswer,
  signed: Awaited<ReturnType<typeof signAnswer>>,
) {
  await Promise.all([approval.hold(ctx, given.id), issuerAnswer.hold(ctx, given.id)]);
  const received = await ecfReceived.lock(ctx, given.id);
  if (received.state === 'refused') throw NotApprovable();
  if (received.approvalState === 'accepted' && received.issuerState === 'failed')
    return tellIssuerAgain(ctx, received, given.approved);
  const isOpen =
    received.approval === null || received.approvalState === 'failed' || received.approvalState === 'rejected';
  if (!isOpen) throw ApprovalGiven();
  await requireCompany(ctx);
  if (!signed) throw CompanyNotRegistered();
  await releaseXml(ctx, received.approvalKey);
  const answered = await ecfReceived.update(ctx, given.id, {
    approval: given.approved ? 'approved' : 'rejected',
    approvalReason: given.approved ? null : (given.reason ?? null),
    approvalXml: signed.xml,
    approvalKey: null,
    approvalState: 'waiting',
    approvalProblem: null,
    issuerState: 'waiting',
    issuerProblem: null,
    approvedBy: ctx.userId,
    approvedAt: signed.at,
  });
  await approval.begin(ctx, given.id);
  await beginIssuerAnswer(ctx, received);
  return describeReceived(answered);
}

/** Grouped by issuer: a server that hangs does not delay the documents for the authority. */
const beginIssuerAnswer = (ctx: TenantContext, { id, issuerTaxId }: ReceivedEcf): Promise<void> =>
  issuerAnswer.begin(ctx, id, { group: `${ctx.organizationId} ${issuerTaxId}` });

/** An answer that the authority has accepted is not changed: the issuer, who could not be reached, gets the same one again. */
async function tellIssuerAgain(ctx: TenantContext, received: ReceivedEcf, approved: boolean) {
  if (approved !== (received.approval === 'approved')) throw ApprovalGiven();
  await requireCompany(ctx);
  const waiting = { issuerState: 'waiting', issuerProblem: null } as const;
  await beginIssuerAnswer(ctx, received);
  return describeReceived(await ecfReceived.update(ctx, received.id, waiting));
}
