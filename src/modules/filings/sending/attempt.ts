import type { JobFacts } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';

const OUR_FAULT = 'Something went wrong here.';

/**
 * One attempt of a job that tells what became of it: `note` keeps what went wrong, and whether that was the end. Nothing stays
 * under way for ever, not even where the fault is ours; such a job goes to the dead letters as well.
 */
export async function attempt(
  { lastAttempt }: Pick<JobFacts, 'lastAttempt'>,
  work: () => Promise<unknown>,
  note: (isOver: boolean, problem: string) => Promise<unknown>,
  isFinal: (refused: Refusal) => boolean = () => false,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefused = error instanceof Refusal;
    const isOver = lastAttempt || (isRefused && isFinal(error));
    if (isRefused || isOver) await note(isOver, isRefused ? error.message : OUR_FAULT);
    if (!isRefused || !isOver) throw error;
  }
}
