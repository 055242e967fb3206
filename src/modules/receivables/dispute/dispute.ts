import { z } from 'zod';
import { findTakenBy } from '#modules/contacts/index.ts';
import { type Dispute, findMerchantId, type ProviderNotice, payproc } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { shortened } from '#platform/text.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { fillInPrepayer } from '../hooks.ts';
import { documentCharges, paymentDisputes } from '../tables.ts';
import { bookMovement } from './book-dispute.ts';
import { reportDispute } from './dispute-news.ts';
import { type Disputed, holdDisputed } from './disputed.ts';

const REASON_LENGTH_MAX = 500;
const HOUR = 3_600;
/** While the charge itself is not booked yet, the day is locked, or a rate is unknown. */
export const TRIED_AGAIN_AFTER_SECONDS = [60, 600, HOUR, 24 * HOUR, 72 * HOUR];

export async function followDispute(ctx: TenantContext, { subject, objectId }: ProviderNotice): Promise<void> {
  if (subject === 'dispute') ctx.enqueue(refreshDispute, { reference: objectId, turn: 0 });
}

/** Reads a dispute at the provider and books what has moved since. */
export const refreshDispute = tenantJob({
  name: 'receivables/look-at-dispute',
  payload: { reference: z.string().max(255), turn: z.number().int().min(0) },
  run: async (steps, { reference, turn }) => {
    const provider = await steps.port(payproc);
    const { adapter } = provider;
    const merchantId = await steps.transaction((ctx) => findMerchantId(ctx, adapter));
    if (!merchantId) return;
    const readAt = realNow();
    const read = await provider.account(merchantId).readDispute(reference);
    await steps.transaction(async (ctx) => {
      const booked = await unlessRefused(ctx, (inside) => bookDispute(inside, adapter, read, readAt));
      if (booked === true) return;
      const seconds = TRIED_AGAIN_AFTER_SECONDS[turn];
      if (seconds === undefined)
        return ctx.log.error({ reference, err: booked || undefined }, 'a dispute cannot be booked');
      ctx.enqueue(refreshDispute, { reference, turn: turn + 1 }, { startAt: realNow().add({ seconds }) });
    });
  },
});

/** Books a dispute as the provider showed it. False: its charge is not booked. An answer that is older than the last one is ignored. */
export async function bookDispute(
  ctx: TenantContext,
  adapter: string,
  read: Dispute,
  readAt: Temporal.Instant,
): Promise<boolean> {
  let disputed = await findDisputed(ctx, adapter, read.chargeId);
  if (!disputed) return false;
  const { id: reference, state, amount, currency, evidenceDueAt } = read;
  const facts = { state, amount, currency, evidenceDueAt, reason: shortened(read.reason, REASON_LENGTH_MAX), readAt };
  const key = { adapter, reference };
  const { id: chargeId = null, pendingRecordId = null } = disputed.charge ?? {};
  const row = { ...key, ...facts, id: newId(), chargeId, pendingRecordId, createdAt: read.createdAt };
  const isNew = (await paymentDisputes.insertUnlessTaken(ctx, row)) !== undefined;
  const before = await paymentDisputes.lock(ctx, key);
  if (!isNew && Temporal.Instant.compare(readAt, before.readAt) < 0) return true;
  let after = before;
  for (const movement of read.movements.slice(before.movements)) {
    after = await bookMovement(ctx, disputed, after, movement);
    disputed = await holdDisputed(ctx, disputed.charge, disputed.contactId);
  }
  const { reopened, fromBalance, lost } = after;
  const booked = { movements: Math.max(before.movements, read.movements.length), reopened, fromBalance, lost };
  after = await paymentDisputes.update(ctx, before.id, { ...facts, ...booked });
  if (isNew || before.state !== state) await reportDispute(ctx, disputed.document, after);
  return true;
}

/** Locks the document and the balance of its contact. Null: there is no such charge, or it is not booked yet. */
async function findDisputed(ctx: TenantContext, adapter: string, reference: string): Promise<Disputed | null> {
  const saved = await findTakenBy(ctx, reference);
  const charge =
    (saved
      ? await documentCharges.find(ctx, saved.causeId)
      : await documentCharges.find(ctx, { adapter, chargeId: reference })) ?? null;
  if (charge && charge.status !== 'settled') return null;
  const prepaid: { contactId: string | null } = { contactId: saved?.contactId ?? null };
  if (!charge && !saved) await fillInPrepayer(ctx, reference, prepaid);
  if (!charge && !prepaid.contactId) return null;
  return holdDisputed(ctx, charge, prepaid.contactId);
}
