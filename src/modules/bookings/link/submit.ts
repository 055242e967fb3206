import type { z } from 'zod';
import { upsertDatum } from '#modules/contacts/index.ts';
import {
  AnswersInvalid,
  type CheckedAnswers,
  checkAnswersOf,
  describeErrors,
  describePublished,
  FormClosed,
  findPublished,
  writeSubmission,
} from '#modules/forms/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { fieldErrors } from '#platform/http/validate.ts';
import { hashSecret } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { type Language, languageOfRequest } from '#platform/pages/language.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { type FieldError, Refusal, refusal } from '#platform/refusal.ts';
import { DepositNotPayable } from '../deposit/ask.ts';
import { depositDue } from '../deposit/due.ts';
import { reportUnpayable } from '../deposit/unpayable.ts';
import { pageWords } from '../page/words.ts';
import { book } from '../registration/book.ts';
import { SlotTaken } from '../registration/place.ts';
import { bookingUrl } from '../secret-address.ts';
import { planOf } from '../slot/offers.ts';
import { instantOf } from '../slot/wall-clock.ts';
import { type Booking, bookings } from '../tables.ts';
import { concludeBooking } from './conclude.ts';
import { BookingForm, type LinkSubmission } from './link.schema.ts';
import { type OpenedLink, openLink } from './link.ts';
import { requireOffered } from './slots.ts';

export const BookingFormInvalid = refusal(
  'booking_form_invalid',
  'Some answers are missing or not valid: correct the fields in `errors`.',
);

const messages = {
  es: {
    booked: 'Tu reserva está confirmada. Te enviamos un correo con los detalles.',
    held: 'Te guardamos el lugar. Paga el depósito para confirmar la reserva.',
    waiting: 'Estás en la lista de espera. Te escribiremos si queda un lugar libre.',
    taken: 'Esa hora ya no está disponible. Elige otra.',
    invalid: 'Revisa los datos del formulario',
    closed: 'Por ahora no se puede reservar con este enlace. Comunícate con el negocio.',
    unpayable: 'El depósito no se puede pagar en línea en este momento. Pídele al negocio que te reserve.',
  },
  en: {
    booked: 'Your booking is confirmed. We sent you an e-mail with the details.',
    held: 'We are holding your place. Pay the deposit to confirm the booking.',
    waiting: 'You are on the waiting list. We will write to you if a place becomes free.',
    taken: 'That time is no longer available. Choose another one.',
    invalid: 'Check the form',
    closed: 'Nothing can be booked with this link at the moment. Contact the business.',
    unpayable: 'The deposit cannot be paid online at the moment. Ask the business to book for you.',
  },
};

type Submission = z.output<typeof LinkSubmission>;

/** Books a slot for a visitor, once for each `submissionKey` with the same content. A refusal has `success: false` and the reason in the visitor's language. */
export async function submitBooking(work: WorkContext, submission: Submission) {
  const language = languageOfRequest(work.request);
  const opened = await openLink(work, submission.sharedId);
  const { ctx, schedule } = opened;
  const make = (part: TenantContext) =>
    makeBooking({ ...opened, ctx: part }, submission, language).catch(inWords(language));
  if (schedule.deposit === null) return make(ctx);
  const made = await ctx.attempt(make);
  if (made.status === 'fulfilled') return made.value;
  if (!isRefusal(made.reason, DepositNotPayable)) throw made.reason;
  await reportUnpayable(ctx, schedule);
  throw made.reason.afterCommit();
}

async function makeBooking(opened: OpenedLink, submission: Submission, language: Language) {
  const { ctx, schedule } = opened;
  const submissionHash = hashOf(submission);
  const earlier = await earlierBooking(ctx, submissionHash);
  if (earlier) return { success: true, message: messages[language][earlier.state], ...earlier };
  /** The same submission may have taken the place since the look above: then the next attempt answers with it. */
  const unlessMade = async (error: unknown): Promise<never> => {
    if (error instanceof Refusal && (await earlierBooking(ctx, submissionHash))) throw new RetryTransaction();
    throw error;
  };
  const form = checkForm(submission.formData, language);
  const start = await requireSlot(opened, submission).catch(unlessMade);
  const checked = await checkAnswers(opened, submission, form.answers ?? {}).catch(namingQuestions(opened, language));
  const contactId = opened.link.savesContacts ? await contactOf(ctx, form) : null;
  const booking = await book(ctx, await planOf(ctx, schedule), {
    start,
    contactId,
    language,
    source: 'link',
    timeZone: submission.timeZone,
    name: form.name,
    email: form.email,
    phone: form.phone ?? null,
    notes: form.notes ?? '',
    answers: checked?.answers ?? null,
    mayWait: submission.waitingList ?? false,
    submissionHash,
  })
    .catch(retryOnViolation('bookings_submission'))
    .catch(unlessMade);
  if (checked) await keepAnswers(ctx, checked, { booking, language, contactId });
  await takeLetters(ctx, [form.email]);
  const concluded = await concludeBooking(opened, booking);
  return { success: true, message: messages[language][concluded.state], ...concluded };
}

/** With its content: somebody who goes back and changes a name books a second place. */
const hashOf = ({ submissionKey, proof: _, ...content }: Submission): Buffer | null =>
  submissionKey === undefined ? null : hashSecret(JSON.stringify([submissionKey, content]));

/** The booking that this submission has already made, unless it was canceled. */
async function earlierBooking(ctx: TenantContext, submissionHash: Buffer | null) {
  if (!submissionHash) return undefined;
  const booking = await bookings.find(ctx, { submissionHash, state: ['booked', 'held', 'waiting'] });
  if (!booking) return undefined;
  return {
    state: booking.state as 'booked' | 'held' | 'waiting',
    url: bookingUrl(ctx, booking),
    payUrl: (await depositDue(ctx, booking))?.payUrl ?? null,
  };
}

/** Checks the answers to the form of the link. Without a form, answers are refused. */
async function checkAnswers(
  { ctx, link }: OpenedLink,
  { visitor }: Submission,
  answers: Record<string, unknown>,
): Promise<CheckedAnswers | undefined> {
  const path = 'body.formData.answers';
  if (link.formId !== null) return checkAnswersOf(ctx, link.formId, { answers, visitor, path });
  if (Object.keys(answers).length === 0) return undefined;
  throw BookingFormInvalid.at(path, 'unknown_field', 'The booking link has no form.');
}

/** The answers are a submission of their form, once for each booking. */
async function keepAnswers(
  ctx: TenantContext,
  checked: CheckedAnswers,
  { booking, language, contactId }: { booking: Booking; language: Language; contactId: string | null },
): Promise<void> {
  const submissionKey = hashSecret(booking.id);
  await writeSubmission(ctx, { ...checked, submissionKey, sentHash: submissionKey, language, contactId, taskId: null });
}

function checkForm(given: unknown, language: Language): z.output<typeof BookingForm> {
  const filled = withoutEmpty(given);
  const parsed = BookingForm.safeParse(filled);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) => fieldErrors(issue, 'body.formData', filled));
  const message = invalidMessage(language, errors);
  throw BookingFormInvalid(message, { errors, members: failure(message) });
}

/** Names the fields at fault as the page calls them. */
function invalidMessage(language: Language, errors: readonly FieldError[] = []): string {
  const { name, email, phone, notes } = pageWords[language];
  const labels: Record<string, string> = { name, email, phone, notes };
  const wrong = [...new Set(errors.flatMap(({ path }) => labels[path.split('.').at(-1)!] ?? []))];
  const { invalid } = messages[language];
  return wrong.length > 0 ? `${invalid}: ${wrong.join(', ')}.` : `${invalid}.`;
}

/** A browser without scripts sends fields that were left empty. */
const withoutEmpty = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given as Record<string, unknown>).filter(([, value]) => value !== ''));

const failure = (message: string) => ({ success: false, message });

/** The start that a visitor names, if it is among the slots that the link offers. */
async function requireSlot(
  opened: OpenedLink,
  { date, startTime, timeZone }: { date: string; startTime: string; timeZone: string },
): Promise<number> {
  const instant = instantOf(date, startTime, timeZone);
  if (!instant) throw SlotTaken();
  return requireOffered(opened, instant, timeZone);
}

/** Adds the reason in the visitor's language to a refusal that has none yet. */
const inWords =
  (language: Language) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.members?.message) throw error;
    const { taken, closed, unpayable } = messages[language];
    const reasons = new Map([
      [SlotTaken, taken],
      [FormClosed, closed],
      [DepositNotPayable, unpayable],
      [BookingFormInvalid, invalidMessage(language)],
    ]);
    const message = reasons.get(error.kind);
    if (message === undefined) throw error;
    throw error.kind(message, { errors: error.errors, members: failure(message) });
  };

/** Adds the questions of the form that are wrong, in the visitor's language. */
const namingQuestions =
  ({ ctx, link }: OpenedLink, language: Language) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Refusal) || error.kind !== AnswersInvalid) throw error;
    const published = await findPublished(ctx, link.formId!);
    const message = describeErrors(await describePublished(ctx, published!), error.errors, language);
    throw AnswersInvalid(error.message, { errors: error.errors, members: failure(message) });
  };

async function contactOf(ctx: TenantContext, { name, email }: { name: string; email: string }): Promise<string> {
  const { beneficiary } = await upsertDatum(ctx, { kind: 'email', value: email, name });
  return beneficiary.id;
}
