import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';
import type { FormDefinition, Makes } from './form/definition.schema.ts';
import type { Answers } from './submission/answers.ts';

/** A form is about to be saved: refuse what its submissions could not make, and mark what they can as known. */
export const beforeFormSaved =
  hook<[ctx: TenantContext, given: { makes: Makes; path: string; known: Set<keyof Makes> }]>('forms.beforeFormSaved');

/** A submission that is about to be written. */
export interface MakingSubmission {
  id: string;
  formId: string;
  makes: Makes;
  definition: FormDefinition;
  /** As they were checked by the published version. */
  answers: Answers;
  /** Where the answers are in the request: `body.answers`. */
  path: string;
  /** The contact of its signed link, and then the one that it made or found; null if there is none. */
  contactId: string | null;
  /** The task of its signed link, which it changes; null: it makes a new one. */
  taskId: string | null;
  /** The ids of what was made, by field: `bookingId`. Each implementation adds its own. */
  made: Record<string, string>;
  /**
   * Runs work for one answer. A refusal inside refuses the submission and names this answer, whatever path it had.
   */
  forField<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** A submission is written: make what the form declares, in the same transaction, or refuse and name the answer. */
export const submissionMakes = hook<[ctx: TenantContext, submission: MakingSubmission]>('forms.submissionMakes');
