import type { FieldError } from '../refusal.ts';

/** A task for a thread. */
export interface TaskMessage {
  file: string;
  input: unknown;
}

/** The outcome of a task. A refusal crosses as data, because classes do not. */
export type Outcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'refused'; code: string; detail: string; errors: FieldError[] }
  | { kind: 'failed'; error: Error };
