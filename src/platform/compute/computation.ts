import { type Refusal, refusal } from '../refusal.ts';

export const Busy = refusal('busy', 'The service is overloaded: try again after `Retry-After`.', 503);
const RETRY_AFTER_SECONDS = 2;

export const busy = (detail?: string): Refusal =>
  Busy(detail, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });

export const TooComplex = refusal(
  'too_complex',
  'Processing this takes more time or memory than one request may use: send less, or something simpler.',
);

/** A pure function that runs in another thread, so that it cannot block other requests. */
export interface Computation<I, O> {
  /** The URL of a file whose default export is the function. */
  file: string;
  deadlineMs: number;
  /** Ends the thread with the task: the memory that a large task took is free at once, and not after the thread has been idle. */
  endsThread: boolean;
  /** Never set: carries the types. */
  signature?: (input: I) => O;
}

const DEADLINE_MS = 10_000;

/**
 * Declares the function of a `.compute.ts` file. Import only its type, so that its libraries are loaded in the thread alone:
 *
 *     import type draw from './draw.compute.ts';
 *     const drawing = computation<typeof draw>(import.meta.resolve('./draw.compute.ts'));
 *     const bytes = await steps.compute(drawing, voucher);
 *
 * Input and result are copied between threads: plain data, `bigint` and bytes, no functions and no instances. A refusal that the
 * function throws is thrown to the caller. A function that exceeds its deadline or its memory is ended, and refused.
 */
export const computation = <F extends (input: never) => unknown>(
  file: string,
  { deadlineMs = DEADLINE_MS, endsThread = false }: { deadlineMs?: number; endsThread?: boolean } = {},
): Computation<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ file, deadlineMs, endsThread });

export type Compute = <I, O>(declared: Computation<I, O>, input: I) => Promise<O>;
