import { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { Refusal } from '#platform/refusal.ts';
import { selectCompany } from '../company/company.sql.ts';
import { advanceTestSet } from '../company/test-set-run.ts';
import { fileNameOf } from '../ecf/ecf-content.ts';
import { presentContent } from '../ecf/invoice.ts';
import { type Ecf, type EcfResult, ecf } from '../ecf.port.ts';
import { enqueueDelivery, hasReceiver } from './deliver.ts';
import {
  amendDocument,
  type EcfChange,
  holdModified,
  type LockedEcf,
  lockDocument,
  releaseDocument,
  selectNotesOn,
  updateDocument,
} from './document.sql.ts';
import { signDocument } from './sign.ts';
import { tellOwner } from './tell-owner.ts';

/** The waits after each failure: about three days in all, because the authority has been away for as long as that. */
const RETRY_AFTER_SECONDS = [2, 15, 60, 300, 900, 1_800];
const RETRY_LATER_SECONDS = 3_600;
const ATTEMPTS_MAX = 78;
/** The waits while the authority is still looking at a document: it takes a moment, or a busy day. */
const POLL_AFTER_SECONDS = [1, 2, 5, 15, 60, 300];
const POLL_LATER_SECONDS = 900;
/** A step takes no longer: several calls, each with its own time limit. */
const STEP_SECONDS = 240;
/** Handing in takes no longer: a call, and where the token has ended another with a new one. */
const HAND_IN_SECONDS = 100;

/** The organization is the group: one company's thousand invoices do not stand in front of everyone else's. */
export function enqueueSend(
  ctx: TenantContext,
  { id, turn }: { id: string; turn: number },
  startAt?: Temporal.Instant,
): void {
  const payload = { documentId: id, turn };
  ctx.enqueue(sendEcf, payload, { group: ctx.organizationId, ...(startAt && { startAt }) });
}

/**
 * One step of a document: signs it if that is still to do, hands it in, asks what came of it. The queue repeats the job only
 * when we fail ourselves; what the authority does leads to another job, later.
 */
export const sendEcf = tenantJob({
  name: 'filings/send-ecf',
  queue: 'deliveries',
  attempts: 12,
  timeoutSeconds: STEP_SECONDS,
  payload: {
    documentId: z.uuid(),
    /** If more has happened to the document by now, this is a stale request. */
    turn: z.number().int(),
  },
  run: async (ctx, { documentId, turn }) => {
    const holder = newId();
    const document = await ctx.transaction((unit) => prepare(unit, documentId, turn, holder));
    if (!document) return;
    try {
      const outcome = await handIn(ctx, document);
      await ctx.transaction((unit) => record(unit, document, outcome));
    } catch (error) {
      // This attempt is over, so the next need not wait until its hold has ended.
      await ctx.transaction(({ tx, organizationId }) => releaseDocument(tx, organizationId, documentId, holder));
      throw error;
    }
  },
});

/** Whether an attempt is at it. */
export const isHeld = ({ heldUntil }: Pick<LockedEcf, 'heldUntil'>): boolean =>
  heldUntil !== null && Temporal.Instant.compare(heldUntil, realNow()) > 0;

/**
 * The document, signed, ready and held by this attempt; null where there is nothing to do, or where it cannot be sent and now
 * says why. That it will be handed in is written down before it is: if we die on the way, the next attempt asks first. The
 * queue gives a job that it believes dead to another worker: so even the same job waits for its earlier attempt.
 */
async function prepare(ctx: TenantContext, id: string, turn: number, holder: string): Promise<LockedEcf | null> {
  const document = await lockDocument(ctx.tx, ctx.organizationId, id);
  if (!document || document.turn !== turn || !['waiting', 'sent'].includes(document.state)) return null;
  if (isHeld(document)) throw new Error('Another attempt is at this document.');
  const { signed, problem } = await signDocument(ctx, document);
  if (!signed) {
    if (problem!.final) await follow(ctx, document, problem!.text);
    // A run does not wait for another certificate: it would stand in the way of the next run.
    else if (document.testSetId !== null) await fail(ctx, document, problem!.text);
    return null;
  }
  const [ready, company] = await Promise.all([
    lockDocument(ctx.tx, ctx.organizationId, id),
    selectCompany(ctx.tx, ctx.organizationId),
  ]);
  if (ready!.environment !== company?.environment) {
    await fail(ctx, ready!, `It was signed for another environment (${ready!.environment}). Send it again.`);
    return null;
  }
  const isFirst = ready!.handedInAt === null;
  if (isFirst && !(await isReferenceTaken(ctx, ready!))) return null;
  const now = realNow();
  const heldUntil = now.add({ seconds: STEP_SECONDS });
  // What a note has waited for its invoice does not count against it.
  const attempts = isFirst ? 0 : ready!.attempts;
  await amendDocument(ctx.tx, ctx.organizationId, id, {
    ...(isFirst && { handedInAt: now }),
    attempts,
    heldBy: holder,
    heldUntil,
  });
  return { ...ready!, attempts, heldUntil: toTimestamp(heldUntil) };
}

/**
 * A note counts only for a document that the authority has: it waits until that is accepted, and fails with one that is
 * rejected or has failed. What it modifies on paper, or from elsewhere, is not ours to wait for.
 */
async function isReferenceTaken(ctx: TenantContext, note: LockedEcf): Promise<boolean> {
  const { reference } = note.content;
  if (!reference || note.testSetId !== null) return true;
  const modified = await holdModified(ctx.tx, ctx.organizationId, reference.number, note.environment!);
  if (!modified || modified.state === 'accepted' || modified.state === 'accepted-conditionally') return true;
  const attempts = note.attempts + 1;
  const waits = `It waits for ${reference.number}, which it modifies, to be accepted.`;
  if (modified.state === 'rejected')
    await fail(ctx, note, `It modifies ${reference.number}, which the tax authority has rejected.`);
  else if (modified.state === 'failed')
    await fail(ctx, note, `It modifies ${reference.number}, which could not be sent.`);
  else if (attempts >= ATTEMPTS_MAX) await fail(ctx, note, waits);
  else await goOn(ctx, note, { attempts, problem: waits }, RETRY_LATER_SECONDS);
  return false;
}

/** What becomes of the notes on a document that is decided now. Those that failed with it go on once it is accepted. */
async function followNotes(ctx: TenantContext, { number }: LockedEcf, isAccepted: boolean): Promise<void> {
  for (const note of await selectNotesOn(ctx.tx, ctx.organizationId, number)) {
    if (note.state === 'waiting') enqueueSend(ctx, note);
    else if (isAccepted && (await presentContent(ctx, note)))
      await goOn(ctx, note, { state: 'waiting', attempts: 0, problem: null }, 0);
  }
}

/** What came of one step. */
interface Outcome {
  trackId: string | null;
  result: EcfResult | null;
  /** Why there is no result; `final` where trying again will not help. */
  problem: { text: string; final: boolean } | null;
  /** The authority certainly does not have it. */
  untaken: boolean;
}

async function handIn(ctx: TenantSteps, document: LockedEcf): Promise<Outcome> {
  const { number, securityCode, summaryXml } = document;
  const mayBeThere = document.handedInAt !== null;
  let { trackId } = document;
  let isToldOfAll = !mayBeThere;
  try {
    const authority = await ctx.port(ecf);
    if (summaryXml !== null) {
      const before = mayBeThere ? await authority.findSummary(number, securityCode!) : null;
      isToldOfAll = true;
      if (!before) requireTimeToHandIn(document);
      const result = before ?? (await authority.sendSummary({ name: fileName(document), xml: summaryXml }));
      return { trackId, result, problem: null, untaken: false };
    }
    if (trackId === null && mayBeThere) trackId = await authority.findTrackId(number);
    isToldOfAll = true;
    if (trackId === null) requireTimeToHandIn(document);
    trackId ??= await send(authority, document);
    return { trackId, result: await authority.readResult(trackId), problem: null, untaken: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const final = error.kind === ProviderRefused;
    const untaken = final && isToldOfAll && trackId === null;
    return { trackId, result: null, problem: { text: error.message, final }, untaken };
  }
}

/** Once its hold has ended another attempt may hand it in, so none begins to that could not end before. */
function requireTimeToHandIn({ heldUntil }: LockedEcf): void {
  if (Temporal.Instant.compare(realNow().add({ seconds: HAND_IN_SECONDS }), heldUntil!) > 0)
    throw new Error('Too little time is left to hand it in.');
}

const send = async (authority: Ecf, document: LockedEcf): Promise<string> =>
  (await authority.send({ name: fileName(document), xml: document.signedXml! })).trackId;

const fileName = ({ signedXml, number }: LockedEcf): string => fileNameOf(signedXml!, number);

async function record(
  ctx: TenantContext,
  document: LockedEcf,
  { trackId, result, problem, untaken }: Outcome,
): Promise<void> {
  const now = realNow();
  const sent = {
    ...(trackId !== null && document.trackId === null && { trackId, sentAt: now }),
    ...(untaken && { handedInAt: null }),
  };
  const attempts = document.attempts + 1;
  if (problem) {
    if (problem.final || attempts >= ATTEMPTS_MAX) return fail(ctx, document, problem.text, sent);
    const state = trackId === null ? 'waiting' : 'sent';
    const wait = RETRY_AFTER_SECONDS[attempts - 1] ?? RETRY_LATER_SECONDS;
    return goOn(ctx, document, { ...sent, state, attempts, problem: problem.text }, wait);
  }
  const { state, messages, numberUsed } = result!;
  if (state === 'processing') {
    const wait = POLL_AFTER_SECONDS[attempts - 1] ?? POLL_LATER_SECONDS;
    return goOn(ctx, document, { ...sent, state: 'sent', attempts, problem: null }, wait);
  }
  const delivers = state !== 'rejected' && hasReceiver(document);
  const decided = await updateDocument(ctx.tx, ctx.organizationId, document, {
    ...sent,
    ...(delivers && { deliveryState: 'waiting' }),
    ...(document.summaryXml !== null && { sentAt: now }),
    state,
    messages: JSON.stringify(messages),
    numberUsed,
    problem: null,
    attempts,
    nextAttemptAt: null,
    decidedAt: now,
  });
  if (!decided) return;
  if (delivers) enqueueDelivery(ctx, document);
  if (document.testSetId !== null) return sendNextOf(ctx, document.testSetId);
  await followNotes(ctx, document, state !== 'rejected');
  const said = messages.map(({ text }) => text).join(' ');
  if (state === 'rejected') await tellOwner(ctx, document, 'fue rechazado', said);
}

async function goOn(
  ctx: TenantContext,
  document: Pick<LockedEcf, 'id' | 'turn'>,
  change: EcfChange,
  waitSeconds: number,
): Promise<void> {
  const nextAttemptAt = realNow().add({ seconds: waitSeconds });
  if (!(await updateDocument(ctx.tx, ctx.organizationId, document, { ...change, nextAttemptAt }))) return;
  enqueueSend(ctx, { id: document.id, turn: document.turn + 1 }, nextAttemptAt);
}

/** Nothing more will happen to it by itself. It is still here, and can be sent again. */
async function fail(ctx: TenantContext, document: LockedEcf, problem: string, sent: EcfChange = {}): Promise<void> {
  const change = { ...sent, state: 'failed', problem, nextAttemptAt: null } as const;
  if (await updateDocument(ctx.tx, ctx.organizationId, document, change)) await follow(ctx, document, problem);
}

/** What a failure leads to: a run ends with it, and the owner of a real document hears of it. */
async function follow(ctx: TenantContext, document: LockedEcf, problem: string): Promise<void> {
  if (document.testSetId !== null) await sendNextOf(ctx, document.testSetId);
  else await tellOwner(ctx, document, 'no se pudo enviar a la DGII', problem);
}

/** The documents of a run go one after another. */
async function sendNextOf(ctx: TenantContext, testSetId: string): Promise<void> {
  const next = await advanceTestSet(ctx, testSetId);
  if (next) enqueueSend(ctx, next);
}
