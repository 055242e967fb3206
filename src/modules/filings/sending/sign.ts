import { X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { requireValid } from '../company/certificate.ts';
import { findSigningKey, requireSigningKey } from '../company/company.ts';
import type { SigningKey } from '../ecf/ecf-signature.ts';
import { securityCodeOf } from '../ecf/ecf-stamp.ts';
import { type EcfLaw, ecfLaw } from '../ecf/law.ts';
import { signAll } from '../ecf/signing.ts';
import { type EcfCompany, ecfCompanies, ecfDocuments, type IssuedEcf } from '../tables.ts';
import type signInThread from './sign-ecf.compute.ts';
import type { Outcome } from './sign-ecf.compute.ts';

const signing = computation<typeof signInThread>(import.meta.resolve('./sign-ecf.compute.ts'));

export const NO_COMPANY = 'No company is registered for electronic invoices.';

interface Unsigned {
  document: IssuedEcf;
  company: EcfCompany | undefined;
  key: SigningKey | null;
  law: EcfLaw;
}

/** A document that waits for its signature, with everything that signing needs; or null. */
export async function findUnsigned(ctx: TenantContext, id: string): Promise<Unsigned | null> {
  const document = await ecfDocuments.find(ctx, id);
  if (document?.state !== 'waiting' || document.signedXml !== null) return null;
  const [company, key, law] = await Promise.all([
    ecfCompanies.find(ctx, {}),
    findSigningKey(ctx),
    ecfLaw(ctx, document.issuedOn),
  ]);
  return { document, company, key, law };
}

/** Makes the XML of a document and signs it, in a thread. */
export async function sign(
  { compute }: Pick<TenantSteps, 'compute'>,
  { document, company, key, law }: Unsigned,
): Promise<Outcome> {
  if (!company || !key) return { signed: null, problem: { text: NO_COMPANY, final: false } };
  return compute(signing, [document.content, company, key, law]);
}

/** Stores the outcome, unless the document has changed meanwhile. Answers why it is not signed. */
export async function recordSignature(
  ctx: TenantContext,
  document: IssuedEcf,
  unsigned: Unsigned,
  { signed, problem }: Outcome,
): Promise<Outcome['problem']> {
  const isSame = isDeepStrictEqual(document.content, unsigned.document.content);
  if (document.state !== 'waiting' || document.signedXml !== null || !isSame) return null;
  if (signed) {
    const signedAt = Temporal.Instant.from(signed.signedAt);
    await ecfDocuments.update(ctx, document.id, { ...signed, signedAt, problem: null });
    return null;
  }
  const failed = problem.final ? ({ state: 'failed', nextAttemptAt: null } as const) : {};
  await ecfDocuments.update(ctx, document.id, { problem: problem.text, ...failed });
  return problem;
}

/** Signs XML that the caller provides. Nothing of it is stored. */
export async function signGivenXml(steps: TenantSteps, given: string) {
  const key = await steps.transaction(requireSigningKey);
  const signedAt = realNow();
  requireValid(new X509Certificate(key.certificate), signedAt);
  const [signed] = await signAll(steps, [given], key);
  const { xml, signatureValue } = signed!;
  return { xml, securityCode: securityCodeOf(signatureValue), signedAt: toTimestamp(signedAt) };
}
