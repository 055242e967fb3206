/** The public interface: forms that other modules show on their own pages, and their part in what a submission makes. */

export type { Makes } from './form/definition.schema.ts';
export { PublicForm } from './form/form.schema.ts';
export { findOpenForms } from './form/form.ts';
export { describePublished, FormClosed, findPublished } from './form/published.ts';
export { beforeFormSaved, type MakingSubmission, submissionMakes } from './hooks.ts';
export { formFields, formScripts } from './page/fields.ts';
export { describeErrors } from './page/form-page.ts';
export { SubmissionRefused } from './submission/makes.ts';
export { AnswersInvalid, type CheckedAnswers, checkAnswersOf, writeSubmission } from './submission/submit.ts';
