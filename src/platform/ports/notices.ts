import { z } from 'zod';
import type { WorkContext } from '../context.ts';
import { realNow } from '../date.ts';
import { job } from '../jobs/job.ts';
import {
  deleteOldNotices,
  insertNotice,
  lockNotice,
  type Notice,
  type NoticeKey,
  type NoticeTable,
  updateHandled,
} from './notices.sql.ts';

export type { NoticeKey };
export const NoticeOf = z.object({ adapter: z.string(), eventId: z.string() });

const KEPT = { hours: 30 * 24 };

/** A notice whose signature is valid. */
interface Verified {
  id: string;
}

/**
 * The signed notices of a provider. Each is stored once, with its bytes and in the transaction that verifies it, so that the
 * provider has its answer at once; a job then reads the object that it names. Notices come late, twice, out of order or never, and
 * carry no state.
 */
export function noticesIn<T extends NoticeTable>(table: T) {
  return {
    /** Verifies and stores the notice of this request. Null: it is stored already. */
    receive: async <V extends Verified>(
      ctx: WorkContext,
      provider: { adapter: string; verifyWebhook(body: Uint8Array, headers: WorkContext['request']['headers']): V },
      about: (verified: Omit<V, 'id'>) => object,
    ): Promise<NoticeKey | null> => {
      const { body, headers } = ctx.request;
      const { id: eventId, ...verified } = provider.verifyWebhook(body, headers);
      const key = { adapter: provider.adapter, eventId };
      const notice = { ...key, ...about(verified), body: Buffer.from(body), receivedAt: realNow() };
      return (await insertNotice(ctx.tx, table, notice)) ? key : null;
    },
    /** A notice that nobody has handled, held until the transaction ends. */
    lock: ({ tx }: WorkContext, key: NoticeKey): Promise<Notice<T> | undefined> => lockNotice(tx, table, key),
    markHandled: async ({ tx }: WorkContext, key: NoticeKey): Promise<void> =>
      void (await updateHandled(tx, table, key, realNow())),
    /** Deletes old notices once a day. */
    forget: (name: string, expression: string) =>
      job({
        name,
        payload: z.object({}),
        cron: { expression, timeZone: 'UTC' },
        run: (steps) =>
          steps.transaction(async ({ tx }) => void (await deleteOldNotices(tx, table, realNow().subtract(KEPT)))),
      }),
  };
}
