import { computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import type { SignedDocument, SigningKey } from './ecf-signature.ts';
import type sign from './sign.compute.ts';

const signing = computation<typeof sign>(import.meta.resolve('./sign.compute.ts'));

/** Signs documents, in their order. */
export const signAll = (
  steps: Pick<TenantSteps, 'compute'>,
  xmls: string[],
  { certificate, privateKey }: SigningKey,
): Promise<SignedDocument[]> => steps.compute(signing, { xmls, key: { certificate, privateKey } });
