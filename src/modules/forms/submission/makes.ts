import type { z } from 'zod';
import {
  ContactByDatum,
  changeBeneficiary,
  createBeneficiary,
  findContact,
  requireContact,
  upsertDatum,
} from '#modules/contacts/index.ts';
import { createRecurrent, NewPendingRecord, payUrlFor } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { validate } from '#platform/http/validate.ts';
import { Refusal, refusal } from '#platform/refusal.ts';
import { fieldsOf, type Makes } from '../form/definition.schema.ts';
import { anyText } from '../form/form.ts';
import { type MakingSubmission, submissionMakes } from '../hooks.ts';
import { type Address, type Answers, addressText, type ChosenProduct } from './answers.ts';

export const SubmissionRefused = refusal(
  'submission_refused',
  'The contact, document, task or booking of these answers was refused: see the reason in `errors`.',
);

/** Makes what the form declares, or refuses and names the answer. Returns what was made, and where it is paid. */
export async function makeFrom(
  ctx: TenantContext,
  submission: Pick<MakingSubmission, 'id' | 'formId' | 'definition' | 'answers' | 'path' | 'contactId' | 'taskId'>,
): Promise<{ made: Record<string, string>; payUrl: string | null }> {
  const { path, definition } = submission;
  const { makes = {} } = definition;
  const made: Record<string, string> = {};
  const forField = <T>(key: string, work: () => Promise<T>): Promise<T> => blaming(work, () => `${path}.${key}`);
  await blaming(
    () => submissionMakes(ctx, { ...submission, makes, made, forField }),
    () => path,
  );
  return { made, payUrl: await payUrlOf(ctx, makes, made.invoiceId) };
}

/** The part of this module in what a submission makes: the contact, and the sale to them. */
export async function makeContactAndDocument(ctx: TenantContext, submission: MakingSubmission): Promise<void> {
  const { makes, made } = submission;
  if (makes.contact) submission.contactId = await makeContact(ctx, makes.contact, submission);
  // The contact of a link may have been merged since it was sent.
  else if (submission.contactId)
    submission.contactId = (await findContact(ctx, submission.contactId, 'reference'))?.id ?? null;
  if (submission.contactId) made.beneficiaryId = submission.contactId;
  const documentId = makes.document ? await makeDocument(ctx, makes.document, submission) : null;
  if (documentId) made.invoiceId = documentId;
}

/** The page where the invoice of a submission is paid. */
export const payUrlOf = async (ctx: TenantContext, { document }: Makes, id: string | null | undefined) =>
  id && document?.kind === 'invoice' && document.status === 'issued' ? payUrlFor(ctx, id) : null;

/** Runs work whose refusals name the answer at fault, because the sender knows answers and not what is made of them. */
export async function blaming<T>(work: () => Promise<T>, placeOf: (refused: Refusal) => string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === SubmissionRefused) throw error;
    throw SubmissionRefused.at(placeOf(error), error.kind.code, error.errors[0]?.message ?? error.message);
  }
}

type ForField = MakingSubmission['forField'];
type ContactSource = NonNullable<Makes['contact']>;

/**
 * The contact of a link, or the one with the same e-mail address or telephone, or a new one. Anyone can type an address, so a
 * contact that was found by it is not changed unless the form is set to do so.
 */
async function makeContact(
  ctx: TenantContext,
  source: ContactSource,
  { answers, contactId: linkedContactId, forField }: MakingSubmission,
): Promise<string> {
  const answer = (key: string | undefined) => (key === undefined ? undefined : (answers[key] as string | undefined));
  const name = answer(source.name);
  const data = dataOf(source, answers);
  const fillIn = async (id: string, added: GivenDatum[]): Promise<string> => {
    await addData(ctx, id, added, forField);
    await completeContact(ctx, id, source, answers, forField);
    return id;
  };
  // Answers follow the limits of a question, which may be wider than those of a contact.
  await forField(source.name, async () => validate(ContactByDatum.shape.name, name, 'body.name'));
  if (linkedContactId) {
    const contact = await forField(source.name, () => requireContact(ctx, linkedContactId, source.name));
    return fillIn(contact.id, data);
  }
  const [first, ...rest] = data;
  if (!first || first.kind === 'address') {
    const created = await forField(source.name, () => createBeneficiary(ctx, { name: name ?? 'Formulario' }));
    return fillIn(created.id, data);
  }
  const found = await forField(first.key, () => upsertDatum(ctx, { kind: first.kind, value: first.value, name }));
  const { id } = found.beneficiary;
  return found.beneficiaryCreated || source.updates ? fillIn(id, rest) : id;
}

interface GivenDatum {
  key: string;
  kind: 'email' | 'phone' | 'address';
  value: string;
}

function dataOf(source: ContactSource, answers: Answers): GivenDatum[] {
  return (['email', 'phone', 'address'] as const).flatMap((kind) => {
    const key = source[kind];
    const given = key === undefined ? undefined : answers[key];
    if (key === undefined || given === undefined) return [];
    return { key, kind, value: kind === 'address' ? addressText(given as unknown as Address) : (given as string) };
  });
}

async function addData(ctx: TenantContext, beneficiaryId: string, data: GivenDatum[], forField: ForField) {
  for (const { key, kind, value } of data) await forField(key, () => upsertDatum(ctx, { beneficiaryId, kind, value }));
}

async function completeContact(
  ctx: TenantContext,
  id: string,
  { taxId: taxIdKey, name, labels }: ContactSource,
  answers: Answers,
  forField: ForField,
): Promise<void> {
  const taxId = taxIdKey === undefined ? undefined : (answers[taxIdKey] as string | undefined);
  if (taxId === undefined && labels === undefined) return;
  await forField(taxIdKey ?? name, () => changeBeneficiary(ctx, { id, taxId, labels }));
}

/** A sale of the chosen products and entered amounts; null if nothing was chosen. */
async function makeDocument(
  ctx: TenantContext,
  { kind, status, divisionId, notes }: NonNullable<Makes['document']>,
  { definition, answers, contactId, path }: MakingSubmission,
): Promise<string | null> {
  const lines = fieldsOf(definition).flatMap((field): { key: string; element: object }[] => {
    const answer = answers[field.key];
    if (answer === undefined) return [];
    if (field.type === 'product')
      return (answer as ChosenProduct[]).map((line) => ({ key: field.key, element: { ...line } }));
    if (field.type !== 'payment') return [];
    const element = { description: anyText(field.label).slice(0, 500), unitPrice: answer as string };
    return [{ key: field.key, element }];
  });
  if (lines.length === 0) return null;
  const document = {
    kind,
    status,
    divisionId,
    contactId,
    notes: notes === undefined ? undefined : (answers[notes] as string | undefined),
    elements: lines.map(({ element }) => element),
  };
  const lineAt = (refused: Refusal): string => {
    const [, place] = /elements\[(\d+)\]/.exec(refused.errors[0]?.path ?? '') ?? [];
    return `${path}.${lines[Number(place ?? 0)]!.key}`;
  };
  return blaming(async () => {
    const given = NewPendingRecord.parse(document) as z.output<typeof NewPendingRecord>;
    return (await (await createRecurrent(ctx, given)).now()).id;
  }, lineAt);
}
