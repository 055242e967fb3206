import { type Compute, computation } from '#platform/compute/computation.ts';
import type { SignedDocument, SigningKey } from './ecf-signature.ts';
import type readSeed from './read-seed.compute.ts';
import type sign from './sign.compute.ts';
import type verify from './verify.compute.ts';

const signing = computation<typeof sign>(import.meta.resolve('./sign.compute.ts'));
/** Reads what another side gives a caller to sign. */
export const readingSeed = computation<typeof readSeed>(import.meta.resolve('./read-seed.compute.ts'));
/** Checks a signature, for adapters: `reading` also reads the document. */
export const verifying = computation<typeof verify>(import.meta.resolve('./verify.compute.ts'));

/** Signs documents, in their order. */
export const signAll = (
  steps: { compute: Compute },
  xmls: string[],
  { certificate, privateKey }: SigningKey,
): Promise<SignedDocument[]> => steps.compute(signing, { xmls, key: { certificate, privateKey } });
