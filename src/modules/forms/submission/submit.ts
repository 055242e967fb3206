import type { z } from 'zod';
import { findResources } from '#modules/catalog/index.ts';
import { holdFiles, lockFiles } from '#modules/files/index.ts';
import { brandOf } from '#modules/invoicing/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation, retryOnViolation } from '#platform/db/violation.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { tooManyRequests } from '#platform/http/limits/rate-limit.ts';
import { hashSecret, newId } from '#platform/id.ts';
import type { Language } from '#platform/pages/language.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import { indexNewTexts } from '#platform/search/search.sql.ts';
import { formSubmitted } from '../events.ts';
import { type FormDefinition, fieldsOf } from '../form/definition.schema.ts';
import type { NewFormSubmission } from '../form/form.schema.ts';
import { countSubmission } from '../form/form.sql.ts';
import { FormClosed, findPublished, type PublishedForm, requireOpen } from '../form/published.ts';
import { isProven, readPrefill, requireVisitor } from '../form/visitor.ts';
import { formAnswers, formSubmissions, formUploads, formVersions, type Submission, type Upload } from '../tables.ts';
import { HELD_IN } from '../upload/upload.ts';
import { indexedValues, searchedText } from './answer-text.ts';
import { type AnswerFacts, type Answers, type ChosenProduct, readAnswers, type Signature } from './answers.ts';
import { makeFrom, payUrlOf } from './makes.ts';

export const AnswersInvalid = refusal(
  'answers_invalid',
  'Some answers are missing or not accepted: correct those in `errors`.',
);
export const SubmissionKeyReused = refusal(
  'submission_key_reused',
  'This key was used for other answers: use a new one.',
);
export const RobotSuspected = refusal(
  'robot_suspected',
  'A field that is hidden from people was filled in: load the form again and leave hidden fields empty.',
);

export const SUBMISSION_SEARCHED_AS = 'form-submission';
const UNPROVEN_PER_HOUR = 10;

type Given = z.output<typeof NewFormSubmission>;

/** Answers a public form: once for each submission key, by the version that visitors see. */
export async function submitForm(ctx: TenantContext, published: PublishedForm, given: Given) {
  const { form } = published;
  const submissionKey = hashSecret(given.submissionKey);
  const sentHash = hashSecret(JSON.stringify([given.answers, given.prefill ?? null]));
  const earlier = await formSubmissions.find(ctx, { formId: form.id, submissionKey });
  if (earlier) return replay(ctx, published, earlier, sentHash);
  requireOpen(ctx, form);
  await refuseRobots(ctx, form.id, given);
  const link = given.prefill === undefined ? null : readPrefill(ctx, form.id, given.prefill);
  const checked = await checkAnswers(ctx, published, {
    answers: link?.locked ? { ...given.answers, ...link.answers } : given.answers,
    visitor: given.visitor,
    path: 'body.answers',
  });
  const { submission, payUrl } = await writeSubmission(ctx, {
    ...checked,
    submissionKey,
    sentHash,
    language: given.language ?? 'es',
    contactId: link?.contactId ?? null,
    taskId: link?.taskId ?? null,
  });
  return describeSubmitted(ctx, published.definition, submission, payUrl);
}

async function replay(ctx: TenantContext, { form }: PublishedForm, earlier: Submission, sentHash: Buffer) {
  if (!earlier.sentHash.equals(sentHash)) throw SubmissionKeyReused();
  const { definition } = await formVersions.get(ctx, { formId: form.id, number: earlier.formVersion });
  const payUrl = await payUrlOf(ctx, definition.makes ?? {}, earlier.made.invoiceId);
  return describeSubmitted(ctx, definition, earlier, payUrl);
}

const describeSubmitted = async (
  ctx: TenantContext,
  { title, thanks = {} }: FormDefinition,
  { id, number }: Submission,
  payUrl: string | null,
) => ({ submissionId: id, number, formTitle: title as string, thanks, payUrl, organization: await brandOf(ctx) });

/** Somebody who is signed in is known. Everybody else proves that they spent time on it, or is counted strictly. */
async function refuseRobots(ctx: TenantContext, formId: string, given: Given): Promise<void> {
  if (given.website) throw RobotSuspected.at('body.website', 'must_be_empty');
  if (given.visitor !== undefined) requireVisitor(ctx, formId, given.visitor);
  if (ctx.caller) return;
  const { visitor, submissionKey, proof } = given;
  if (visitor !== undefined && proof !== undefined && isProven({ visitor, submissionKey, proof })) return;
  const bucket = `form ${formId} ${ctx.request.network}`;
  const waitSeconds = await takeFromBucket(ctx.tx, bucket, UNPROVEN_PER_HOUR, 3600);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** Answers that the published version accepted, and the uploads that they name. */
export interface CheckedAnswers {
  formId: string;
  formVersion: number;
  definition: FormDefinition;
  answers: Answers;
  uploads: Upload[];
  /** Where the answers are in the request: `body.answers`. */
  path: string;
}

/** Checks answers by the published version of a form, or refuses naming each question under `path`. */
async function checkAnswers(
  ctx: TenantContext,
  { form, formVersion, definition }: PublishedForm,
  given: { answers: Record<string, unknown>; visitor?: string | undefined; path: string },
): Promise<CheckedAnswers> {
  const { path } = given;
  const { answers, errors } = readAnswers(definition, given.answers, await factsFor(ctx), path);
  const uploads = await findUploads(ctx, form.id, answers, definition, given.visitor);
  errors.push(...uploads.errors(path), ...(await productErrors(ctx, definition, answers, path)));
  if (errors.length > 0) throw AnswersInvalid(`${errors[0]!.path}: ${errors[0]!.message}`, { errors });
  return { formId: form.id, formVersion, definition, answers, uploads: uploads.found, path };
}

/** Facts of the organization that the reading of answers depends on. */
export async function factsFor(ctx: TenantContext): Promise<AnswerFacts> {
  const { decimalSeparator } = await readSettings(ctx, generalSettings);
  return { country: ctx.country, currency: ctx.currency, today: ctx.today.toString(), decimalSeparator };
}

/** The same for a form that another module names by its id; undefined if it is not published. */
export async function checkAnswersOf(
  ctx: TenantContext,
  formId: string,
  given: { answers: Record<string, unknown>; visitor?: string | undefined; path: string },
): Promise<CheckedAnswers | undefined> {
  const published = await findPublished(ctx, formId);
  if (published) requireOpen(ctx, published.form);
  return published && checkAnswers(ctx, published, given);
}

/** The uploads that answers name. Each must have been made for this form, this question and this visitor. */
async function findUploads(
  ctx: TenantContext,
  formId: string,
  answers: Answers,
  definition: FormDefinition,
  visitor: string | undefined,
) {
  const named = fieldsOf(definition).flatMap(({ key, type }) => {
    if (type === 'file') return ((answers[key] ?? []) as string[]).map((id) => ({ key, id }));
    const { uploadId } = (type === 'signature' ? (answers[key] ?? {}) : {}) as Partial<Signature>;
    return uploadId ? [{ key, id: uploadId }] : [];
  });
  const match = { id: named.map(({ id }) => id), formId, visitor: hashSecret(visitor ?? ''), submissionId: null };
  const found = await formUploads.all(ctx, match, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const message = 'No file was uploaded for this question by this visitor under this id.';
  const unknown = named.filter(({ key, id }) => !found.some((each) => each.id === id && each.field === key));
  return {
    found,
    errors: (path: string): FieldError[] =>
      unknown.map(({ key }) => ({ path: `${path}.${key}`, code: 'not_found', message })),
  };
}

/** A product may have been archived since the form was published. */
async function productErrors(ctx: TenantContext, definition: FormDefinition, answers: Answers, path: string) {
  const chosen = fieldsOf(definition).flatMap(({ key, type }) =>
    type === 'product' ? ((answers[key] ?? []) as ChosenProduct[]).map(({ resourceId }) => ({ key, resourceId })) : [],
  );
  const resourceIds = chosen.map(({ resourceId }) => resourceId);
  const found = await findResources(ctx, resourceIds);
  return chosen
    .filter(({ resourceId }) => found.get(resourceId)?.archivedAt !== null)
    .map(({ key }) => ({
      path: `${path}.${key}`,
      code: 'not_an_option',
      message: 'This product is no longer offered.',
    }));
}

/** Who sent checked answers, and how they are recognised when they are sent again. */
interface NewSubmissionFacts extends CheckedAnswers {
  submissionKey: Buffer;
  sentHash: Buffer;
  language: Language;
  /** The contact of the signed link by which it came. */
  contactId: string | null;
  /** The task of that link. */
  taskId: string | null;
}

/** Writes a submission with everything that it makes, in this transaction. */
export async function writeSubmission(ctx: TenantContext, given: NewSubmissionFacts) {
  const { formId, definition, uploads, submissionKey, sentHash, language, formVersion } = given;
  const id = newId();
  const { made, payUrl } = await makeFrom(ctx, { ...given, id });
  const answers = withFiles(given.answers, uploads);
  const full = () => FormClosed('The form has all the submissions that it takes.');
  const number = await countSubmission(ctx, formId).catch(onViolation('forms_full', full));
  const { actor } = ctx.caller ?? {};
  const submission = await formSubmissions
    .insert(ctx, {
      id,
      formId,
      formVersion,
      number,
      submissionKey,
      sentHash,
      answers,
      made,
      language,
      userId: actor?.kind === 'user' ? actor.userId : null,
      submittedAt: ctx.now,
    })
    // The same submission was sent at the same time and is committed now: answer what it answered.
    .catch(retryOnViolation('form_submissions_key'));
  await bindUploads(ctx, id, uploads);
  await indexAnswers(ctx, definition, submission);
  const userId = actor?.userId ?? (await actingUser(ctx));
  ctx.emit(formSubmitted, { formId, formSubmissionId: id, userId });
  return { submission, payUrl };
}

/** Answers name files in place of uploads, which only their visitor knows. */
function withFiles(answers: Answers, uploads: Upload[]): Answers {
  const fileOf = new Map(uploads.map(({ id, fileId }) => [id, fileId]));
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => {
      const { uploadId, ...signature } = value as unknown as Signature;
      if (uploadId) return [key, { ...signature, fileId: fileOf.get(uploadId)! }];
      const isFiles = Array.isArray(value) && value.every((each) => typeof each === 'string' && fileOf.has(each));
      return [key, isFiles ? (value as string[]).map((each) => fileOf.get(each)!) : value];
    }),
  );
}

async function bindUploads(ctx: TenantContext, submissionId: string, uploads: Upload[]): Promise<void> {
  if (uploads.length === 0) return;
  const fileIds = uploads.map(({ fileId }) => fileId);
  await lockFiles(ctx, fileIds);
  await formUploads.updateAll(ctx, { id: uploads.map(({ id }) => id) }, { submissionId });
  holdFiles(ctx, HELD_IN, { entityKind: 'formSubmissionId', entityId: submissionId, fileIds });
}

async function indexAnswers(ctx: TenantContext, definition: FormDefinition, { id, formId, answers }: Submission) {
  const answered = fieldsOf(definition).flatMap((field) => {
    const value = answers[field.key];
    return value === undefined ? [] : { field, value };
  });
  const values = answered.flatMap(({ field, value }) => indexedValues(field, value));
  const rows = values.map((value) => ({ ...value, formId, submissionId: id }));
  formAnswers.insertLater(ctx, rows);
  const texts = answered.map(({ field, value }) => searchedText(field, value, ctx.country));
  await indexNewTexts(ctx, SUBMISSION_SEARCHED_AS, new Map([[id, texts]]));
}
