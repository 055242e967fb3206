import { json, type Row, table } from '#platform/db/table.ts';
import type { FormDefinition } from './form/definition.schema.ts';
import type { Answers } from './submission/answers.ts';

export const forms = table('forms', json<{ draft: FormDefinition }>());
export type Form = Row<typeof forms>;
export const formVersions = table('formVersions', json<{ definition: FormDefinition }>());
export const formSubmissions = table('formSubmissions', json<{ answers: Answers; made: Record<string, string> }>());
export type Submission = Row<typeof formSubmissions>;
export const formAnswers = table('formAnswers');
export const formUploads = table('formUploads');
export type Upload = Row<typeof formUploads>;
