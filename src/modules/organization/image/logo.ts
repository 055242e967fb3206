import { computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import { fileOf } from './image.ts';
import type toPng from './png.compute.ts';

const conversion = computation<typeof toPng>(import.meta.resolve('./png.compute.ts'));

/** The image of an organization as PNG, because PDFs cannot embed WebP. */
export async function readLogo(steps: TenantSteps, imageKey: string): Promise<Buffer | null> {
  const bytes = await steps.storage.get(fileOf(imageKey, 512));
  return bytes && steps.compute(conversion, bytes);
}
