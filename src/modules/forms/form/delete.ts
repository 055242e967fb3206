import { revokeCapabilities } from '#platform/auth/capability.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { formSubmissions, forms, formUploads } from '../tables.ts';
import { removeUploads } from '../upload/upload.ts';
import { FORM_CAPABILITY, SEARCHED_AS } from './form.ts';

export const FormHasSubmissions = refusal(
  'form_has_submissions',
  'The form has submissions: delete them with it by `submissions=true`, or close it.',
  409,
);
export const TooManyUploads = refusal(
  'too_many_uploads',
  'Visitors uploaded too many files to delete them at once: delete submissions first.',
  409,
);

const UPLOADS_DELETED_MAX = 500;

/** Deletes a form. Its submissions are deleted too only if the caller asks for it, with the files of their visitors. */
export async function deleteForm(ctx: TenantContext, id: string, withSubmissions: boolean): Promise<void> {
  const form = await forms.lock(ctx, id);
  if (!withSubmissions && form.submissionCount > 0) throw FormHasSubmissions();
  const uploads = await formUploads.all(ctx, { formId: id }, { limit: UPLOADS_DELETED_MAX + 1 });
  if (uploads.length > UPLOADS_DELETED_MAX) throw TooManyUploads();
  await removeUploads(ctx, uploads);
  await formSubmissions.delete(ctx, { formId: id });
  await forms.delete(ctx, id);
  await indexText(ctx, SEARCHED_AS, id, []);
  await revokeCapabilities(ctx, { organizationId: ctx.organizationId, kind: FORM_CAPABILITY, entityId: id });
}
