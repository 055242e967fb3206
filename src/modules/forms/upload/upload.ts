import { z } from 'zod';
import {
  deleteReleased,
  keepFile,
  QuotaExceeded,
  type ReceivedFile,
  receiveFile,
  replaceHeldFiles,
} from '#modules/files/index.ts';
import type { Steps, TenantContext, WorkContext } from '#platform/context.ts';
import {
  type IncomingUpload,
  type ReceivedUpload,
  receiveUpload,
  requireUploadType,
} from '#platform/http/bytes/upload.ts';
import { hashSecret, newId } from '#platform/id.ts';
import { orNotFound, refusal } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import { type FieldOf, fieldsOf, UPLOAD_BYTES_MAX } from '../form/definition.schema.ts';
import { openForm, requireOpen } from '../form/published.ts';
import { requireVisitor } from '../form/visitor.ts';
import { formUploads, type Upload } from '../tables.ts';
import { selectExpiredUploads } from './upload.sql.ts';

export const uploadExpiry = tick('form-uploads');

const FileTypeRefused = refusal(
  'file_type_refused',
  'The question does not accept files of this type: choose another file.',
);
const NotAFileQuestion = refusal('not_a_file_question', 'The form has no file question with this key.');
const TooManyVisitorUploads = refusal(
  'too_many_visitor_uploads',
  'A visitor uploads at most 20 files to a form: remove one first.',
);
export const uploadRefusals = [FileTypeRefused, NotAFileQuestion, TooManyVisitorUploads, QuotaExceeded];

const UPLOADS_MAX = 20;
const KEPT_FOR = { hours: 24 };
const SIGNATURE_BYTES_MAX = 524_288;
/** The field of a submission that holds the files of its visitor. */
export const HELD_IN = 'answers';
export const UploadFields = z.strictObject({});

/** Where an upload goes, and for whom. */
interface Target {
  visitor: string;
  field: string;
}

/** Stores a visitor's files while they arrive. Form, question, visitor and type are checked before anything is kept. */
export async function receiveUploads(steps: Steps, publicId: string, target: Target, upload: IncomingUpload | null) {
  requireUploadType(upload);
  const { organizationId, bytesMax, accepts } = await steps.transaction((ctx) => admitUpload(ctx, publicId, target));
  const tenant = steps.enter(organizationId);
  return receiveUpload(upload, UploadFields, bytesMax, async (file) => {
    const received = await receiveFile(tenant, file);
    if (accepts(received.contentType)) return received;
    await received.discard();
    throw FileTypeRefused(`The question does not take files of the type ${received.contentType}.`);
  });
}

const kinds: Record<NonNullable<FieldOf<'file'>['accepts']>[number], RegExp> = {
  image: /^image\/(png|jpeg|gif|webp|avif|heic|heif)$/,
  pdf: /^application\/pdf$/,
  text: /^text\/(plain|csv|markdown)$/,
  any: /./,
};

async function admitUpload(outside: WorkContext, publicId: string, { visitor, field: key }: Target) {
  const { ctx, form, definition } = await openForm(outside, publicId);
  requireOpen(ctx, form);
  requireVisitor(ctx, form.id, visitor);
  const field = fieldsOf(definition).find((each) => each.key === key);
  if (field?.type !== 'file' && field?.type !== 'signature') throw NotAFileQuestion();
  await requireRoom(ctx, form.id, visitor);
  const accepted =
    field.type === 'file' ? (field.accepts ?? ['any' as const]).map((kind) => kinds[kind]) : [/^image\/png$/];
  return {
    organizationId: ctx.organizationId,
    bytesMax:
      field.type === 'file'
        ? Math.min(field.bytesMax ?? UPLOAD_BYTES_MAX, ctx.config.FILE_BYTES_MAX)
        : SIGNATURE_BYTES_MAX,
    accepts: (contentType: string) => accepted.some((kind) => kind.test(contentType)),
  };
}

async function requireRoom(ctx: TenantContext, formId: string, visitor: string, files = 1): Promise<void> {
  const present = await formUploads.countForLimit(ctx, { formId, visitor: hashSecret(visitor) });
  if (present + files > UPLOADS_MAX) throw TooManyVisitorUploads();
}

/** Makes received bytes files of the organization, bound to the form and the visitor until they are submitted. */
export async function keepUploads(
  outside: WorkContext,
  publicId: string,
  { visitor, field }: Target,
  { files }: ReceivedUpload<unknown, ReceivedFile>,
) {
  const { ctx, form } = await openForm(outside, publicId);
  const expiresAt = ctx.now.add(KEPT_FOR);
  const kept = [];
  // Others of the same visitor may have arrived meanwhile.
  await requireRoom(ctx, form.id, visitor, files.length);
  for (const received of files) {
    const file = await keepFile(ctx, received, { labels: ['formulario'] });
    const id = newId();
    await formUploads.insert(ctx, {
      id,
      formId: form.id,
      field,
      visitor: hashSecret(visitor),
      fileId: file.id,
      expiresAt,
    });
    kept.push({ id, name: file.name, size: received.facts.size, contentType: received.contentType });
  }
  ctx.wakeAt(uploadExpiry, expiresAt);
  return { data: kept };
}

/** Deletes a file that its visitor has not submitted. */
export async function withdrawUpload(
  outside: WorkContext,
  publicId: string,
  { id, visitor }: { id: string; visitor: string },
) {
  const { ctx, form } = await openForm(outside, publicId);
  const key = { id, formId: form.id, visitor: hashSecret(visitor), submissionId: null };
  const upload = orNotFound(await formUploads.find(ctx, key, { lock: 'FOR UPDATE' }));
  await removeUploads(ctx, [upload]);
}

/** Deletes uploads with their files. A file that something else holds as well stays a file of the organization. */
export async function removeUploads(ctx: TenantContext, uploads: Upload[]): Promise<void> {
  const submissions = [...new Set(uploads.flatMap(({ submissionId }) => submissionId ?? []))];
  const holders = submissions.map((entityId) => ({ entityKind: 'formSubmissionId', entityId, fileIds: [] }));
  await replaceHeldFiles(ctx, HELD_IN, ...holders);
  await formUploads.delete(ctx, { id: uploads.map(({ id }) => id) });
  for (const { fileId } of uploads) await deleteReleased(ctx, fileId);
}

/** Deletes what was uploaded and never submitted. */
export async function expireUploads(ctx: TenantContext): Promise<string | null> {
  const { expired, nextAt } = await selectExpiredUploads(ctx, ctx.now);
  await removeUploads(ctx, expired);
  return nextAt;
}
