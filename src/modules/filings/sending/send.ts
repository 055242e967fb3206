import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import {
  type Attempt,
  openPort,
  type Reply,
  type Settled,
  type Transactions,
} from '#platform/ports/exchange-declaration.ts';
import { isRefusal, ProviderRefused, ProviderTimeout } from '#platform/ports/port.ts';
import { waits } from '#platform/ports/schedule.ts';
import { advanceTestSet } from '../company/test-set-run.ts';
import { fileNameOf } from '../ecf/ecf-content.ts';
import { presentContent } from '../ecf/invoice.ts';
import { type Ecf, type EcfResult, ecf } from '../ecf.port.ts';
import { readXml } from '../stored-xml/stored-xml.ts';
import { type EcfChange, ecfCompanies, ecfDocuments, type IssuedEcf } from '../tables.ts';
import { beginDelivery, hasReceiver } from './deliver.ts';
import { lockModified, selectNotesOn, updateWaiting } from './document.sql.ts';
import { notifyOwnerOfDocument } from './notify-owner.ts';
import { findUnsigned, recordSignature, sign } from './sign.ts';

/** The authority decides within a moment, or on a busy day much later. */
const POLL_AFTER_SECONDS = [1, 2, 5, 15, 60, 300];
const POLL_LATER_SECONDS = 900;
/** Handing in takes no longer: one call, and a second one with a new token where the first has expired. */
const HAND_IN_SECONDS = 100;

interface Question {
  document: IssuedEcf;
  authority: Ecf;
}

interface SendAnswer {
  /** Null until the authority has looked at it, and where it refused to. */
  result: EcfResult | null;
  problem?: string;
  /** The authority certainly does not have it. */
  isUntaken?: boolean;
}

/** Hands a document in to the tax authority and follows up its decision. */
export const send = exchange<Question, SendAnswer>({
  name: 'filings/ecf',
  makeReady: signFirst,
  prepare: prepareDocument,
  ask: handIn,
  settle: settleDocument,
  note: (ctx, { id, reference: trackId, attempts, problem, dueAt: nextAttemptAt }) =>
    updateWaiting(ctx, id, realNow(), { trackId, attempts, problem, nextAttemptAt }),
  giveUp: async (ctx, { id, problem }) => {
    await fail(ctx, await ecfDocuments.lock(ctx, id), problem ?? 'The tax authority has not decided about it.');
  },
  queue: 'deliveries',
  followUpAfterSeconds: 0,
  // About three days in all, because the authority has been away for as long as that.
  retryAfter: waits([2, 15, 60, 300, 900, 1_800], { later: 3_600, most: 78 }),
  lookAfter: ({ attempts }) => POLL_AFTER_SECONDS[attempts - 1] ?? POLL_LATER_SECONDS,
  leaseSeconds: 240,
});

/** Sends a document now: from the beginning, or from where it is. */
export async function startSending(ctx: TenantContext, id: string): Promise<void> {
  if (!(await send.resume(ctx, id))) await send.begin(ctx, id);
}

/** Signs a document that is not signed, where the company, its certificate and the document allow it; or notes why not. */
async function signFirst(steps: Transactions, id: string): Promise<void> {
  const unsigned = await steps.transaction((ctx) => findUnsigned(ctx, id));
  if (!unsigned) return;
  const outcome = await sign(steps, unsigned);
  await steps.transaction(async (ctx) => {
    const document = await ecfDocuments.lock(ctx, id);
    const problem = await recordSignature(ctx, document, unsigned, outcome);
    if (problem?.final) await follow(ctx, document, problem.text);
    // A certification run does not wait for another certificate: it would block the next run.
    else if (problem && document.testSetId !== null) await fail(ctx, document, problem.text);
  });
}

/** The document, signed and ready. Null where it cannot be sent: the reason is stored in the document. */
async function prepareDocument(ctx: TenantContext, id: string): Promise<Question | null> {
  const document = await ecfDocuments.find(ctx, id, { lock: 'FOR UPDATE' });
  if (!document || !['waiting', 'sent'].includes(document.state)) return null;
  if (document.signedXml === null) return null;
  const [company, authority] = await Promise.all([ecfCompanies.find(ctx, {}), openPort(ctx, ecf)]);
  if (document.environment !== company?.environment) {
    await fail(ctx, document, `It was signed for another environment (${document.environment}). Send it again.`);
    return null;
  }
  if (document.handedInAt === null) {
    if (!(await isReferenceTaken(ctx, document))) return null;
    await ecfDocuments.update(ctx, id, { handedInAt: realNow() });
  }
  return { document, authority };
}

/**
 * A note counts only for a document that the authority has: it waits until that is accepted, and fails with one that is
 * rejected or has failed. A document on paper, or from elsewhere, is not waited for.
 */
async function isReferenceTaken(ctx: TenantContext, note: IssuedEcf): Promise<boolean> {
  const { reference } = note.content;
  if (!reference || note.testSetId !== null) return true;
  const modified = await lockModified(ctx, reference.number, note.environment!);
  if (!modified || modified.state === 'accepted' || modified.state === 'accepted-conditionally') return true;
  if (modified.state === 'rejected')
    await fail(ctx, note, `It modifies ${reference.number}, which the tax authority has rejected.`);
  else if (modified.state === 'failed')
    await fail(ctx, note, `It modifies ${reference.number}, which could not be sent.`);
  else {
    // `followNotes` sends it once the other is decided.
    const problem = `It waits for ${reference.number}, which it modifies, to be accepted.`;
    await ecfDocuments.update(ctx, note.id, { problem });
  }
  return false;
}

/** Sends the notes on a document that is decided now, or fails them with it. Those that failed before are sent once it is accepted. */
async function followNotes(ctx: TenantContext, { number }: IssuedEcf, isAccepted: boolean): Promise<void> {
  for (const note of await selectNotesOn(ctx, number)) {
    if (note.state === 'failed') {
      if (!isAccepted || !(await presentContent(ctx, note))) continue;
      const again = { state: 'waiting', attempts: 0, problem: null, nextAttemptAt: realNow() } as const;
      await ecfDocuments.update(ctx, note.id, again);
    }
    await startSending(ctx, note.id);
  }
}

/** The authority has no idempotency keys: after an attempt without an answer, look for the document there before sending it again. */
async function handIn({ document, authority }: Question, attempt: Attempt<SendAnswer>): Promise<Reply<SendAnswer>> {
  const { number, securityCode, xmlKey } = document;
  const textOf = (part: 'signed' | 'summary', inRow: string) => readXml(attempt.storage, { xmlKey, part, inRow });
  const signedXml = await textOf('signed', document.signedXml!);
  const name = fileNameOf(signedXml, number);
  const mayBeThere = attempt.askedAt !== null;
  let trackId = attempt.reference;
  let isLookedFor = !mayBeThere;
  try {
    if (trackId !== null) return replyOf(trackId, await authority.readResult(trackId));
    if (document.summaryXml !== null) {
      const found = mayBeThere ? await authority.findSummary(number, securityCode!) : null;
      isLookedFor = true;
      if (found) return replyOf(null, found);
      requireTimeToHandIn(attempt);
      return replyOf(null, await authority.sendSummary({ name, xml: await textOf('summary', document.summaryXml) }));
    }
    if (mayBeThere) trackId = await authority.findTrackId(number);
    isLookedFor = true;
    if (trackId === null) {
      requireTimeToHandIn(attempt);
      trackId = (await authority.send({ name, xml: signedXml })).trackId;
    }
    return { state: 'open', answer: { result: null }, reference: trackId, goesOn: true };
  } catch (error) {
    if (!isRefusal(error, ProviderRefused)) throw error;
    const isUntaken = isLookedFor && trackId === null;
    return { state: 'refused', answer: { result: null, problem: error.message, isUntaken } };
  }
}

function replyOf(trackId: string | null, result: EcfResult): Reply<SendAnswer> {
  const { state } = result;
  const outcome = state === 'processing' ? 'open' : state === 'rejected' ? 'refused' : 'done';
  return { state: outcome, answer: { result }, reference: trackId };
}

/** Another attempt may hand it in once the lease has ended. */
function requireTimeToHandIn({ leaseEndsAt }: Attempt<SendAnswer>): void {
  if (Temporal.Instant.compare(realNow().add({ seconds: HAND_IN_SECONDS }), leaseEndsAt) > 0)
    throw ProviderTimeout('The tax authority answers too slowly.');
}

async function settleDocument(ctx: TenantContext, settled: Settled<SendAnswer>): Promise<void> {
  const { id, state, answer, reference } = settled;
  const document = await ecfDocuments.lock(ctx, id);
  const sent = reference !== null && document.trackId === null ? { trackId: reference, sentAt: realNow() } : {};
  // The authority has it after all, and has not decided yet.
  if (state === 'open') {
    await ecfDocuments.update(ctx, id, { ...sent, state: 'sent', nextAttemptAt: realNow() });
    return;
  }
  if (answer?.result) return decide(ctx, document, answer.result, sent);
  const problem = answer?.problem ?? settled.problem!;
  await fail(ctx, document, problem, { ...sent, ...(answer?.isUntaken && { handedInAt: null }) });
}

async function decide(ctx: TenantContext, document: IssuedEcf, result: EcfResult, sent: EcfChange): Promise<void> {
  const { messages, numberUsed } = result;
  const state = result.state as Exclude<EcfResult['state'], 'processing'>;
  const delivers = state !== 'rejected' && hasReceiver(document);
  await ecfDocuments.update(ctx, document.id, {
    ...sent,
    ...(delivers && { deliveryState: 'waiting' }),
    ...(document.summaryXml !== null && { sentAt: realNow() }),
    state,
    messages,
    numberUsed,
    problem: null,
    attempts: document.attempts + 1,
    nextAttemptAt: null,
    decidedAt: realNow(),
  });
  if (delivers) await beginDelivery(ctx, document);
  if (document.testSetId !== null) return sendNextOf(ctx, document.testSetId);
  await followNotes(ctx, document, state !== 'rejected');
  const said = messages.map(({ text }) => text).join(' ');
  if (state === 'rejected') await notifyOwnerOfDocument(ctx, document, 'rejected', said);
}

/** Marks a document as failed. It can be sent again on request. */
async function fail(ctx: TenantContext, document: IssuedEcf, problem: string, sent: EcfChange = {}): Promise<void> {
  const change = { ...sent, state: 'failed', problem, nextAttemptAt: null } as const;
  await ecfDocuments.update(ctx, document.id, change);
  await follow(ctx, document, problem);
}

/** A failure ends a certification run. Of a real document the owner is notified, and the notes on it fail as well. */
async function follow(ctx: TenantContext, document: IssuedEcf, problem: string): Promise<void> {
  if (document.testSetId !== null) return sendNextOf(ctx, document.testSetId);
  await followNotes(ctx, document, false);
  await notifyOwnerOfDocument(ctx, document, 'unsent', problem);
}

/** The documents of a run go one after another. */
async function sendNextOf(ctx: TenantContext, testSetId: string): Promise<void> {
  const next = await advanceTestSet(ctx, testSetId);
  if (next) await startSending(ctx, next.id);
}
