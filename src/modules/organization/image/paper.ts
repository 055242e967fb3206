import type { Computation } from '#platform/compute/computation.ts';
import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { pdfAnswer } from '#platform/pdf/pdf-answer.ts';
import type { Letterhead } from '#platform/pdf/sheet.ts';
import { kept } from '#platform/storage/kept.ts';
import type { Organization } from '../organization/organization.sql.ts';
import { readLogo } from './logo.ts';

/** The organization in the head of its papers. */
export function issuerOf(
  { legalName, name, taxId, address, phone, imageKey }: Organization,
  taxIdLabel: string,
): Letterhead['issuer'] {
  const facts = [taxId && `${taxIdLabel}: ${taxId}`, address, phone].filter((fact): fact is string => !!fact);
  return { name: legalName ?? name, facts, logoKey: imageKey };
}

/** A paper as a PDF. It is drawn in another thread and kept by its content. */
export const paperPdf =
  <P extends Letterhead>(
    { organizationId }: TenantContext,
    given: {
      kind: string;
      paper: P;
      drawing: Computation<{ paper: P; logo: Uint8Array | null }, Buffer>;
      fileName: string;
    },
  ): LaterAnswer =>
  async (steps) => {
    const { kind, paper, drawing, fileName } = given;
    const { logoKey } = paper.issuer;
    const tenant = steps.enter(organizationId);
    const draw = async () =>
      tenant.compute(drawing, { paper, logo: logoKey === null ? null : await readLogo(tenant, logoKey) });
    return pdfAnswer(await kept(tenant, kind, paper, draw), fileName);
  };
