import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Services } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { isSameSecret } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import type { Answers } from '../submission/answers.ts';

export const VisitorUnknown = refusal(
  'visitor_unknown',
  'The visitor is not known, or came more than 24 hours ago: load the form again.',
);
export const LinkRefused = refusal(
  'link_refused',
  'The link does not belong to this form, was changed, or has expired: ask for a new one.',
);

type Secrets = Pick<Services, 'secrets'>;
const VISIT_MS = 24 * 3600 * 1000;
const SIGNATURE_BYTES = 18;
/** A browser computes about 16,000 hashes for it: a tenth of a second. */
export const PROOF_BITS = 14;

/** Names a visitor of a form without storing anything: an id, when it was made, and a signature. */
export function newVisitor({ secrets }: Secrets, formId: string): string {
  const body = `${randomBytes(12).toString('base64url')}.${realNow().epochMilliseconds.toString(36)}`;
  return `${body}.${sign(secrets, 'form visitor', `${formId} ${body}`)}`;
}

export function requireVisitor({ secrets }: Secrets, formId: string, visitor: string): void {
  const [id = '', made = '', signature = ''] = visitor.split('.');
  const expected = sign(secrets, 'form visitor', `${formId} ${id}.${made}`);
  const isOld = realNow().epochMilliseconds - Number.parseInt(made, 36) > VISIT_MS;
  if (!isSameSecret(signature, expected) || isOld) {
    const message = 'This is not a visitor of this form, or one who came more than 24 hours ago.';
    throw VisitorUnknown.at('visitor', 'invalid', message);
  }
}

export const newSubmissionKey = (): string => randomBytes(16).toString('base64url');

/** Whether somebody spent the time that the proof of work takes, for this very submission. */
export function isProven(given: { visitor: string; submissionKey: string; proof: string }): boolean {
  const text = `${given.visitor}:${given.submissionKey}:${given.proof}`;
  return createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - PROOF_BITS) === 0;
}

const Prefill = z.object({
  f: z.string(),
  e: z.number(),
  a: z.record(z.string(), z.unknown()),
  l: z.boolean(),
  c: z.string().nullable(),
  t: z.string().nullable().default(null),
});

interface Prefilled {
  token: string;
  answers: Answers;
  locked: boolean;
  contactId: string | null;
  taskId: string | null;
}

/** A link that answers some questions beforehand. Its holder can read its content. */
export function newPrefill(
  { secrets }: Secrets,
  formId: string,
  { answers, locked, contactId, taskId }: Omit<Prefilled, 'token'>,
  expiresAt: Temporal.Instant,
): string {
  const body = { f: formId, e: expiresAt.epochMilliseconds, a: answers, l: locked, c: contactId, t: taskId };
  const text = Buffer.from(JSON.stringify(body)).toString('base64url');
  return `${text}.${sign(secrets, 'form link', text)}`;
}

export function readPrefill({ secrets }: Secrets, formId: string, token: string): Prefilled {
  const [text = '', signature = ''] = token.split('.');
  if (!isSameSecret(signature, sign(secrets, 'form link', text))) throw refused();
  const { f, e, a, l, c, t } = Prefill.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (f !== formId || e <= realNow().epochMilliseconds) throw refused();
  return { token, answers: a as Answers, locked: l, contactId: c, taskId: t };
}

const refused = () => LinkRefused.at('prefill', 'invalid');

const sign = (secrets: Services['secrets'], purpose: string, text: string): string =>
  secrets.pepper(text, purpose).subarray(0, SIGNATURE_BYTES).toString('base64url');
