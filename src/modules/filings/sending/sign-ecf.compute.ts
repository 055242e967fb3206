import { Refusal } from '#platform/refusal.ts';
import { type SignedEcf, signEcf } from './sign-ecf.ts';

type Unsigned = Parameters<typeof signEcf>;

/** The signed document; or why it cannot be signed: `final` where that lies in the document and not in the company. */
export type Outcome =
  | { signed: Omit<SignedEcf, 'signedAt'> & { signedAt: string }; problem: null }
  | { signed: null; problem: { text: string; final: boolean } };

/** Times cross as text, because instances do not. */
export default function sign([content, company, key, limits]: [
  Unsigned[0],
  Unsigned[1],
  Unsigned[2],
  Unsigned[3],
]): Outcome {
  try {
    const { signed, problems } = signEcf(content, company, key, limits, Temporal.Now.instant());
    if (signed) return { signed: { ...signed, signedAt: signed.signedAt.toString() }, problem: null };
    const text = problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
    return { signed: null, problem: { text, final: true } };
  } catch (error) {
    // A certificate that has expired: the next one will do.
    if (error instanceof Refusal) return { signed: null, problem: { text: error.message, final: false } };
    throw error;
  }
}
