import type { z } from 'zod';
import { findResources } from '#modules/catalog/index.ts';
import { namesOfFiles } from '#modules/files/index.ts';
import { findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn, wallTime } from '#platform/export/table.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import type { Language } from '#platform/pages/language.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { type FormField, fieldsOf } from '../form/definition.schema.ts';
import { discountSubmission } from '../form/form.sql.ts';
import { formSubmissions, forms, formUploads, formVersions, type Submission } from '../tables.ts';
import { removeUploads } from '../upload/upload.ts';
import { answerText, textIn, writtenText } from './answer-text.ts';
import type { AnswerValue, Signature } from './answers.ts';
import { selectAnswered, selectTallies, selectTotals, submissionList } from './submission.sql.ts';
import { SUBMISSION_SEARCHED_AS } from './submit.ts';

/** Deletes what a visitor answered, with their files. What the submission made stays. */
export async function deleteSubmission(ctx: TenantContext, formId: string, id: string): Promise<void> {
  const submission = await formSubmissions.lock(ctx, { id, formId });
  await removeUploads(ctx, await formUploads.all(ctx, { submissionId: submission.id }));
  await formSubmissions.delete(ctx, { id });
  await indexTexts(ctx, SUBMISSION_SEARCHED_AS, new Map([[id, []]]));
  await discountSubmission(ctx, formId);
}

/** One submission with its answers as people read them. */
export async function readSubmission(ctx: TenantContext, formId: string, id: string) {
  const submission = await formSubmissions.get(ctx, { id, formId });
  const [form, version, organization, { language }] = await Promise.all([
    forms.get(ctx, formId),
    formVersions.get(ctx, { formId, number: submission.formVersion }),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const names = await productNames(ctx, fieldsOf(version.definition));
  const lines = fieldsOf(version.definition).flatMap((field) => {
    const value = submission.answers[field.key];
    if (value === undefined) return [];
    const text = field.type === 'file' ? '' : writtenText(field, value, language, names);
    return { key: field.key, label: textIn(field.label, language), text, fileIds: filesIn(field, value) };
  });
  return { ...submission, formName: form.name, organizationName: organization.name, lines };
}

function filesIn({ type }: FormField, value: AnswerValue): string[] {
  if (type === 'file') return value as string[];
  const { fileId } = (type === 'signature' ? value : {}) as Partial<Signature>;
  return fileId ? [fileId] : [];
}

async function productNames(ctx: TenantContext, fields: FormField[]): Promise<Map<string, string>> {
  const ids = fields.flatMap((field) => (field.type === 'product' ? field.resourceIds : []));
  return new Map([...(await findResources(ctx, [...new Set(ids)]))].map(([id, { name }]) => [id, name]));
}

/** The questions of all versions, as the newest version that has each of them words it, and as each version asks it. */
async function allFields(ctx: TenantContext, formId: string) {
  const versions = await formVersions.all(ctx, { formId }, { orderBy: ['-number'], limit: VERSIONS_MAX });
  const all = versions.flatMap(({ number, definition }) => fieldsOf(definition).map((field) => ({ number, field })));
  const newest = new Map<string, FormField>();
  for (const { field } of all) if (!newest.has(field.key)) newest.set(field.key, field);
  const asked = new Map(all.map(({ number, field }) => [`${number} ${field.key}`, field]));
  const changed = all.filter(({ field }) => newest.get(field.key)!.type !== field.type);
  return {
    fields: [...newest.values()],
    /** Those that had another type in an earlier version. */
    changed: new Set(changed.map(({ field }) => field.key)),
    askedIn: (version: number, key: string): FormField | undefined => asked.get(`${version} ${key}`),
  };
}

const VERSIONS_MAX = 100;
const BATCH = 500;

export const SubmissionsExportQuery = submissionList.cursorQuery
  .omit({ itemsPerPage: true, cursor: true })
  .extend({ format: TableFormat.default('csv') });

/** All submissions that match, a column for each question, sent while they are read. */
export async function exportSubmissions(
  steps: TenantSteps,
  formId: string,
  { format, ...query }: z.output<typeof SubmissionsExportQuery>,
) {
  const { fields, changed, askedIn, names, language, timeZone } = await steps.transaction(async (ctx) => {
    await forms.get(ctx, formId);
    const found = await allFields(ctx, formId);
    const settings = await readSettings(ctx, generalSettings);
    const { timeZone } = ctx;
    return { ...found, names: await productNames(ctx, found.fields), language: settings.language, timeZone };
  });
  const textOf = ({ formVersion }: Submission, key: string, value: AnswerValue): string => {
    const field = askedIn(formVersion, key);
    if (!field) return JSON.stringify(value);
    return isFigure(field) ? String(value) : answerText(field, value, language, names);
  };
  const { text, number, time } = columnsOf<Submission>();
  const columns = [
    number('No.', (submission) => String(submission.number)),
    time({ es: 'Enviado', en: 'Sent' }, ({ submittedAt }) => wallTime(submittedAt, timeZone)),
    number({ es: 'Versión', en: 'Version' }, ({ formVersion }) => String(formVersion)),
    ...fields.map((field) => ({
      title: textIn(field.label, language),
      kind: changed.has(field.key) ? 'text' : kindOf(field),
      value: (submission: Submission) => {
        const value = submission.answers[field.key];
        return value === undefined ? null : textOf(submission, field.key, value);
      },
    })),
    text('Id', ({ id }) => id),
  ];
  const read = (cursor: string | undefined) =>
    steps.transaction(async (ctx) => {
      const page = await submissionList.next(ctx, { ...query, formId, cursor, itemsPerPage: BATCH });
      const fileIds = page.data.flatMap(({ answers, formVersion }) =>
        Object.entries(answers).flatMap(([key, value]) => {
          const field = askedIn(formVersion, key);
          return field ? filesIn(field, value) : [];
        }),
      );
      for (const [id, name] of await namesOfFiles(ctx, fileIds)) names.set(id, name);
      return page;
    });
  return tableDownload(steps, { format, fileName: 'respuestas', columns, batches: batchesByCursor(read) });
}

const isFigure = ({ type }: FormField): boolean => ['number', 'money', 'payment', 'rating'].includes(type);

const kindOf = (field: FormField): TranslatedColumn<Submission>['kind'] =>
  isFigure(field) ? 'number' : field.type === 'date' ? 'date' : 'text';

/** Questions whose values are few, so that each can be counted. */
const counted = ['choice', 'matrix', 'rating', 'product', 'consent'];

/** Counts and averages over all submissions. */
export async function summarizeSubmissions(ctx: TenantContext, formId: string) {
  const form = await forms.get(ctx, formId);
  const { fields, changed } = await allFields(ctx, formId);
  const countedKeys = fields
    .filter(({ type }) => counted.includes(type))
    .flatMap((field) => (field.type === 'matrix' ? field.rows.map(({ key }) => `${field.key}.${key}`) : field.key));
  const [totals, answered, tallies, { language }, names] = await Promise.all([
    selectTotals(ctx, formId),
    selectAnswered(
      ctx,
      formId,
      fields.filter((field) => hasSeveralValues(field) || changed.has(field.key)).map(({ key }) => key),
    ),
    selectTallies(ctx, formId, countedKeys),
    readSettings(ctx, generalSettings),
    productNames(ctx, fields),
  ]);
  const figuresOf = new Map(totals.map((each) => [each.field, each]));
  return {
    submissionCount: form.submissionCount,
    fields: fields.map((field) => {
      const figures = figuresOf.get(field.key);
      const isMoney = field.type === 'money' || field.type === 'payment';
      const written = (figure: string) =>
        isMoney ? fromMinor(toMinor(figure, ctx.currency), ctx.currency) : plainDecimal(figure);
      const shown = (figure: string | null | undefined) => (figure && isFigure(field) ? written(figure) : null);
      return {
        key: field.key,
        type: field.type,
        label: textIn(field.label, language),
        answered: answered.get(field.key) ?? figures?.answered ?? 0,
        counts: tallies
          .filter((tally) => tally.field === field.key || tally.field.startsWith(`${field.key}.`))
          .map((tally) => ({ ...countOf(field, tally, language, names), count: tally.count })),
        average: shown(figures?.average),
        lowest: shown(figures?.lowest),
        highest: shown(figures?.highest),
        total: shown(figures?.total),
      };
    }),
  };
}

/** A choice may have been one of several in an earlier version of the form. */
const hasSeveralValues = ({ type }: FormField): boolean => ['choice', 'matrix', 'product'].includes(type);

function countOf(
  field: FormField,
  { field: place, value }: { field: string; value: string },
  language: Language,
  names: ReadonlyMap<string, string>,
): { value: string; label: string } {
  if (field.type === 'matrix') {
    const row = place.slice(field.key.length + 1);
    return { value: `${row}: ${value}`, label: answerText(field, { [row]: value }, language, names) };
  }
  if (field.type === 'choice') return { value, label: answerText(field, value, language, names) };
  if (field.type === 'consent') return { value, label: answerText(field, true, language, names) };
  return { value, label: names.get(value) ?? value };
}
