import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { shortened } from '#platform/text.ts';
import { errorClassOf } from '../messaging.port.ts';
import { diffusionRecipients, diffusions, type Message } from '../tables.ts';
import { followMessageRows } from './recipients.sql.ts';

/** Paused for its quality, and disabled. */
const TEMPLATE_STOPPED = ['132015', '132016'];
/** Codes after which the account or the connection takes nothing from anybody. */
const ACCOUNT_STOPPED = Array.from({ length: 300 }, (_, code) => code)
  .concat([368, 131031, 131037, 131042, 131048])
  .filter((code) => ['reconnect', 'stop-account'].includes(errorClassOf(code)))
  .map(String);
/** The most attempts for one recipient while the account cannot send. */
const ATTEMPTS_MAX = 5;
const PROBLEM_MAX = 1000;

const diffusionOf = ({ content }: Message): string | null =>
  typeof content.diffusionId === 'string' ? content.diffusionId : null;

/** Brings the recipients of diffusions to where their messages are. The caller holds the messages. */
export async function followMessages(ctx: TenantContext, changed: readonly Message[]): Promise<void> {
  const own = changed.filter((message) => diffusionOf(message) !== null);
  if (own.length === 0) return;
  await reactToFailures(ctx, own);
  await followMessageRows(
    ctx,
    own.map(({ id }) => id),
    { account: ACCOUNT_STOPPED, template: TEMPLATE_STOPPED, attemptsMax: ATTEMPTS_MAX },
  );
}

/** A failure counts once, while its message is the last one of its recipient: notices come again. */
async function reactToFailures(ctx: TenantContext, own: Message[]): Promise<void> {
  const failed = own.filter(({ status }) => status === 'failed');
  const fresh = await diffusionRecipients.all(
    ctx,
    { messageId: failed.map(({ id }) => id), state: ['sending', 'sent'] },
    { columns: ['messageId'] },
  );
  const ids = new Set(fresh.map(({ messageId }) => messageId));
  for (const message of failed.filter(({ id }) => ids.has(id))) await reactToFailure(ctx, message);
}

async function reactToFailure(ctx: TenantContext, message: Message): Promise<void> {
  const { code, message: words } = message.failure!;
  // By a job: a batch that holds the diffusion may be waiting for this conversation.
  if (ACCOUNT_STOPPED.includes(code))
    ctx.enqueue(
      stopDiffusion,
      { diffusionId: diffusionOf(message)!, problem: shortened(`${code}: ${words}`, PROBLEM_MAX) },
      { group: ctx.organizationId },
    );
}

/** Pauses a diffusion whose number the provider takes no messages from, until a person resumes it. */
export const stopDiffusion = tenantJob({
  name: 'chats/stop-diffusion',
  payload: { diffusionId: z.uuid(), problem: z.string() },
  run: (steps, { diffusionId, problem }) =>
    steps.transaction(async (ctx) => {
      await diffusions.updateAll(
        ctx,
        { id: diffusionId, state: 'running' },
        { state: 'paused', waitingFor: null, resumeAt: null, problem, updatedAt: ctx.now },
      );
    }),
});
