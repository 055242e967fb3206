import { type Computation, computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { pdfAnswer } from '#platform/pdf/pdf-answer.ts';
import type { Letterhead } from '#platform/pdf/sheet.ts';
import { kept } from '#platform/storage/kept.ts';
import type { Organization } from '../organization/organization.sql.ts';
import { ownTaxId } from '../organization/tax-id.ts';
import { fileOf } from './image.ts';
import type toPng from './png.compute.ts';

/** The organization in the head of its papers. */
export function issuerOf(organization: Organization, taxIdLabel: string): Letterhead['issuer'] {
  const { legalName, name, address, phone, imageKey } = organization;
  const taxId = ownTaxId(organization);
  const facts = [taxId && `${taxIdLabel}: ${taxId}`, address, phone].filter((fact): fact is string => !!fact);
  return { name: legalName ?? name, facts, logoKey: imageKey };
}

/** A paper, already formatted, and the computation that draws it. */
interface Paper<P extends Letterhead> {
  kind: string;
  paper: P;
  drawing: Computation<{ paper: P; logo: Uint8Array | null }, Buffer>;
  fileName: string;
}

/** A paper as a PDF. It is drawn in another thread and kept by its content. */
export const drawPaper = <P extends Letterhead>(
  steps: TenantSteps,
  { kind, paper, drawing }: Paper<P>,
): Promise<Buffer> =>
  kept(steps, kind, paper, async () => {
    const { logoKey } = paper.issuer;
    return steps.compute(drawing, { paper, logo: logoKey === null ? null : await readLogo(steps, logoKey) });
  });

export const paperPdf =
  <P extends Letterhead>({ organizationId }: TenantContext, paper: Paper<P>): LaterAnswer =>
  async (steps) =>
    pdfAnswer(await drawPaper(steps.enter(organizationId), paper), paper.fileName);

const conversion = computation<typeof toPng>(import.meta.resolve('./png.compute.ts'));

/** The image of an organization as PNG, because PDFs cannot embed WebP. */
export async function readLogo(steps: TenantSteps, imageKey: string): Promise<Buffer | null> {
  const bytes = await steps.storage.get(fileOf(imageKey, 512));
  return bytes && steps.compute(conversion, bytes);
}
