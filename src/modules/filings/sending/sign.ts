import { X509Certificate } from 'node:crypto';
import type { TenantContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { Refusal } from '#platform/refusal.ts';
import { requireValid } from '../company/certificate.ts';
import { findSigningKey, requireSigningKey } from '../company/company.ts';
import { signXml } from '../ecf/ecf-signature.ts';
import { securityCodeOf } from '../ecf/ecf-stamp.ts';
import { ecfLaw } from '../ecf/law.ts';
import { ecfCompanies, ecfDocuments, type IssuedEcf } from '../tables.ts';
import { signEcf } from './sign-ecf.ts';

export interface Signing {
  signed: boolean;
  /** Why it is not signed; `final` where that lies in the document and not in the company. */
  problem: { text: string; final: boolean } | null;
}

/** Signs a document that is not signed, where the company, its certificate and the document allow it; or notes why not. */
export async function signDocument(ctx: TenantContext, document: IssuedEcf): Promise<Signing> {
  if (document.signedXml !== null) return { signed: true, problem: null };
  const [company, key, law] = await Promise.all([
    ecfCompanies.find(ctx, {}),
    findSigningKey(ctx),
    ecfLaw(ctx, document.issuedOn),
  ]);
  if (!company || !key) return note(ctx, document, 'No company is registered for electronic invoices.', false);
  try {
    const { signed, problems } = signEcf(document.content, company, key, law, realNow());
    if (!signed) {
      const text = problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
      return note(ctx, document, text, true);
    }
    await ecfDocuments.update(ctx, document.id, { ...signed, problem: null });
    return { signed: true, problem: null };
  } catch (error) {
    // A certificate that has expired: the next one will do.
    if (error instanceof Refusal) return note(ctx, document, error.message, false);
    throw error;
  }
}

async function note(ctx: TenantContext, document: IssuedEcf, text: string, final: boolean): Promise<Signing> {
  const failed = final ? ({ state: 'failed', nextAttemptAt: null } as const) : {};
  await ecfDocuments.update(ctx, document.id, { problem: text, ...failed });
  return { signed: false, problem: { text, final } };
}

/** Signs XML that the caller provides. Nothing of it is stored. */
export async function signGivenXml(ctx: TenantContext, given: string) {
  const key = await requireSigningKey(ctx);
  const signedAt = realNow();
  requireValid(new X509Certificate(key.certificate), signedAt);
  const { xml, signatureValue } = signXml(given, key);
  return { xml, securityCode: securityCodeOf(signatureValue), signedAt: toTimestamp(signedAt) };
}
