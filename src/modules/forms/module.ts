import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { formSubmitted } from './events.ts';
import { knowOwnParts } from './form/check-definition.ts';
import { formRoutes } from './form/form.routes.ts';
import { beforeFormSaved, submissionMakes } from './hooks.ts';
import { makeTask } from './submission/make-task.ts';
import { makeContactAndDocument } from './submission/makes.ts';
import { submissionRoutes } from './submission/submission.routes.ts';
import { forms as formRows, formSubmissions } from './tables.ts';
import { uploadRoutes } from './upload/upload.routes.ts';
import { expireUploads, uploadExpiry } from './upload/upload.ts';

/** Forms that visitors fill in, and what becomes of their answers. */
export const forms: Module = {
  name: 'forms',
  uses: ['organization', 'files', 'contacts', 'accounting', 'catalog', 'invoicing', 'tasks'],
  areas: ['forms'],
  groups: [
    {
      name: 'Forms',
      description: 'Forms with pages, conditions and uploads; their public page, and the answers of visitors.',
      routes: [...formRoutes, ...submissionRoutes, ...uploadRoutes],
    },
  ],
  events: [formSubmitted],
  entityKinds: [
    { field: 'formId', exists: (ctx, id) => formRows.exists(ctx, id) },
    { field: 'formSubmissionId', exists: (ctx, id) => formSubmissions.exists(ctx, id) },
  ],
  hooks: [
    implement(beforeFormSaved, knowOwnParts),
    implement(submissionMakes, makeContactAndDocument),
    implement(submissionMakes, makeTask),
  ],
  demo: () => import('./demo.ts'),
  ticks: [{ tick: uploadExpiry, run: expireUploads }],
};
