import { X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { CertificateExpired, requireValid } from '../company/certificate.ts';
import { findSigningKey, requireSigningKey } from '../company/company.ts';
import { issuerOf } from '../company/issuer.ts';
import { ecfProblems, isSummarised } from '../ecf/ecf-problems.ts';
import { securityCodeOf } from '../ecf/ecf-stamp.ts';
import { type EcfLaw, ecfLaw } from '../ecf/law.ts';
import { type EcfCompany, ecfCompanies, ecfDocuments, type IssuedEcf } from '../tables.ts';
import type { SigningKey } from '../xml/ecf-signature.ts';
import { signAll } from '../xml/signing.ts';
import type signEcf from './sign-ecf.compute.ts';

const signing = computation<typeof signEcf>(import.meta.resolve('./sign-ecf.compute.ts'));

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

type SignedEcf = ReturnType<typeof signEcf>;

/** The signed document; or the reason why not: `final` if the document itself is the problem, not the company. */
type Outcome = { signed: SignedEcf; problem: null } | { signed: null; problem: { text: string; final: boolean } };

/** Signs a document in a thread, unless the authority would reject it. */
export async function sign(
  { compute }: Pick<TenantSteps, 'compute'>,
  { document: { content }, company, key, law }: Unsigned,
): Promise<Outcome> {
  if (!company || !key) return unsignedFor(NO_COMPANY, false);
  const document = { ...content, issuer: issuerOf(company, content.issuer) };
  const problems = ecfProblems(document, law).map(({ path, message }) => `${path}: ${message}`);
  if (problems.length > 0) return unsignedFor(problems.join(' '), true);
  const { environment } = company;
  try {
    const summarised = isSummarised(document, law);
    return { signed: await compute(signing, { document, environment, summarised, key }), problem: null };
  } catch (error) {
    // A certificate that has expired: the next one will do. Of a busy moment the exchange tries again.
    if (isRefusal(error, CertificateExpired)) return unsignedFor(error.message, false);
    throw error;
  }
}

const unsignedFor = (text: string, final: boolean): Outcome => ({ signed: null, problem: { text, final } });

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
