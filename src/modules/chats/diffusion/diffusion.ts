import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { isAfter, isBefore, toTimestamp } from '#platform/date.ts';
import { givenFields } from '#platform/http/change.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { channels, conversationLists, type Diffusion, diffusions, messageTemplates } from '../tables.ts';
import { requireValues } from '../template/facts.ts';
import { peopleIn, selectReach } from './audience.sql.ts';
import type { DiffusionChange, NewDiffusion } from './diffusion.schema.ts';
import { armsOf, isArmReady } from './dispatch.ts';
import { keepRows, type ReadFile, readAudienceFile } from './read-file.ts';
import { moveAll, selectCounts } from './recipients.sql.ts';
import { beginPreparing } from './schedule.ts';
import { diffusionsDue, enqueueBatch } from './send-batch.ts';
import { requireVariables } from './variables.ts';

export const ChannelUnsuited = refusal(
  'channel_unsuited',
  'Diffusions are sent over numbers of the messaging app only: choose such a channel.',
);
export const DiffusionStarted = refusal(
  'diffusion_started',
  'The diffusion has started and can no longer change: pause or cancel it instead.',
  409,
);
export const DiffusionOver = refusal('diffusion_over', 'The diffusion is finished or canceled: create a new one.', 409);
export const DiffusionNotRunning = refusal(
  'diffusion_not_running',
  'The state of the diffusion does not allow this: read it again.',
  409,
);
export const DiffusionActive = refusal('diffusion_active', 'Cancel the diffusion before you delete it.', 409);
export const AudienceEmpty = refusal('audience_empty', 'Nobody in the audience can be reached: change the audience.');
export const AudienceTooLarge = refusal(
  'audience_too_large',
  'A diffusion has at most 250,000 recipients: narrow the audience.',
);
export const TemplatesNotReady = refusal(
  'templates_not_ready',
  'The provider has not approved one of the templates, or has paused it: choose another one, or wait for the approval.',
);

export const StartInPast = refusal(
  'start_in_past',
  'The time at which the diffusion begins has passed: set another `localStart`, or null to begin at once.',
);

export const TooManyDiffusions = refusal(
  'too_many_diffusions',
  'At most 100 diffusions can be under way: wait until one ends, or cancel one.',
  409,
);

const AUDIENCE_MAX = 250_000;
const ACTIVE_MAX = 100;

export async function createDiffusion(
  ctx: TenantContext,
  given: z.output<typeof NewDiffusion>,
  file: ReadFile | null,
): Promise<Diffusion> {
  const { timeZone = ctx.timeZone, localStart = null, windows = null, ...fields } = given;
  await requireSound(ctx, fields, file);
  const made = await diffusions.insert(ctx, {
    ...fields,
    timeZone,
    ...startOf(localStart, timeZone),
    windows,
  });
  await keepRows(ctx, made.id, file);
  return made;
}

/** A wall time that clocks skip is moved forward; of one that comes twice the first counts. */
function startOf(localStart: string | null, timeZone: string) {
  const startAt = localStart && Temporal.PlainDateTime.from(localStart).toZonedDateTime(timeZone).toInstant();
  return { localStart, startAt: startAt && toTimestamp(startAt) };
}

type Content = Pick<Diffusion, 'channelId' | 'audience' | 'templates'>;

/** The channel, the list and the templates exist, and the templates get the values that they need. */
async function requireSound(ctx: TenantContext, content: Content, file: ReadFile | null): Promise<void> {
  const { channelId, audience, templates } = content;
  const channel = await channels.find(ctx, channelId);
  if (!channel) throw unknownReference('body.channelId', 'The channel');
  if (channel.kind !== 'msgapp') throw ChannelUnsuited();
  if (audience.listId && !(await conversationLists.exists(ctx, audience.listId)))
    throw unknownReference('body.audience.listId', 'The list');
  for (const [place, { name, language, parameters }] of templates.entries()) {
    const template = await messageTemplates.find(ctx, { channelId, name, language });
    if (!template) throw unknownReference(`body.templates[${place}].name`, 'The template');
    requireValues(template, { values: parameters, hasFile: false }, `body.templates[${place}].parameters`);
  }
  requireVariables(templates, audience, file?.columns ?? null);
}

/** Reads the file again where a change needs it: rows keep only the columns that the templates use. */
export async function readChangedFile(
  steps: TenantSteps,
  { id, audience, templates }: z.output<typeof DiffusionChange>,
): Promise<ReadFile | null> {
  if (!audience && !templates) return null;
  const before = await steps.transaction((ctx) => diffusions.get(ctx, id));
  if (before.state !== 'draft') return null;
  return readAudienceFile(steps, audience ?? before.audience, templates ?? before.templates);
}

export async function changeDiffusion(
  ctx: TenantContext,
  change: z.output<typeof DiffusionChange>,
  file: ReadFile | null,
): Promise<Diffusion> {
  const { id, version, action, name, windows, ...content } = change;
  const before = await diffusions.lock(ctx, id, version);
  const changed = Object.values(content).some((value) => value !== undefined)
    ? await changeContent(ctx, before, content, file)
    : before;
  if (isOver(changed) && (action !== undefined || windows !== undefined)) throw DiffusionOver();
  const settled = await diffusions.update(ctx, id, { ...givenFields({ name, windows }), updatedAt: ctx.now });
  if (action === 'pause') return pause(ctx, settled);
  if (action === 'resume') return resume(ctx, settled);
  if (action === 'cancel') return cancel(ctx, settled);
  // It may be open now, or open earlier than before.
  return windows !== undefined && settled.waitingFor === 'window' ? goOn(ctx, settled) : settled;
}

const isOver = ({ state }: Diffusion): boolean => state === 'done' || state === 'canceled';

async function changeContent(
  ctx: TenantContext,
  before: Diffusion,
  content: object,
  file: ReadFile | null,
): Promise<Diffusion> {
  if (before.state !== 'draft') throw isOver(before) ? DiffusionOver() : DiffusionStarted();
  const after = { ...before, ...givenFields(content) } as Diffusion;
  await requireSound(ctx, after, file);
  if ('audience' in content || 'templates' in content) await keepRows(ctx, before.id, file);
  const { channelId, audience, templates, timeZone, localStart } = after;
  const fields = { channelId, audience, templates, timeZone, ...startOf(localStart, timeZone) };
  return diffusions.update(ctx, before.id, { ...fields, version: before.version });
}

/** Begins a draft, now or at its time. What would keep it from being sent is refused here. */
export async function startDiffusion(ctx: TenantContext, id: string): Promise<Diffusion> {
  const diffusion = await diffusions.lock(ctx, id);
  if (diffusion.state !== 'draft') throw isOver(diffusion) ? DiffusionOver() : DiffusionStarted();
  if (diffusion.startAt && isBefore(diffusion.startAt, ctx.now)) throw StartInPast();
  if ((await diffusions.countForLimit(ctx, { state: ['scheduled', 'preparing', 'running', 'paused'] })) >= ACTIVE_MAX)
    throw TooManyDiffusions();
  const unready = (await armsOf(ctx, diffusion)).find((arm) => !isArmReady(arm));
  if (unready) throw TemplatesNotReady(`${unready.given.name} is ${unready.template?.status.toLowerCase() ?? 'gone'}.`);
  const reach = await selectReach(ctx, diffusion);
  if (peopleIn(reach) > AUDIENCE_MAX) throw AudienceTooLarge();
  if (peopleIn(reach.filter(({ reason }) => reason === null)) === 0) throw AudienceEmpty();
  return begin(ctx, diffusion);
}

async function begin(ctx: TenantContext, diffusion: Diffusion): Promise<Diffusion> {
  const startAt = diffusion.startAt && Temporal.Instant.from(diffusion.startAt);
  const isLater = startAt && isAfter(startAt, ctx.now);
  ctx.wakeAt(diffusionsDue, isLater ? startAt : ctx.now.add({ minutes: 2 }));
  if (!isLater) return beginPreparing(ctx, diffusion);
  return diffusions.update(ctx, diffusion.id, { state: 'scheduled', problem: null, updatedAt: ctx.now });
}

async function pause(ctx: TenantContext, { id, state }: Diffusion): Promise<Diffusion> {
  if (!['scheduled', 'preparing', 'running'].includes(state)) throw DiffusionNotRunning();
  return diffusions.update(ctx, id, { state: 'paused', waitingFor: null, resumeAt: null, problem: null });
}

async function resume(ctx: TenantContext, diffusion: Diffusion): Promise<Diffusion> {
  if (diffusion.state !== 'paused') throw DiffusionNotRunning();
  const isPrepared = (await selectCounts(ctx, [diffusion.id])).size > 0;
  if (!isPrepared) return begin(ctx, { ...diffusion, problem: null });
  return goOn(ctx, diffusion);
}

/** Has the next batch planned now, whatever the diffusion waited for. */
async function goOn(ctx: TenantContext, { id, turn }: Diffusion): Promise<Diffusion> {
  const next = { turn: turn + 1, waitingFor: null, resumeAt: null };
  const running = await diffusions.update(ctx, id, { state: 'running', problem: null, ...next });
  enqueueBatch(ctx, running);
  ctx.wakeAt(diffusionsDue, ctx.now.add({ minutes: 2 }));
  return running;
}

/** Nobody who waits gets a message any more; what is on its way arrives. */
async function cancel(ctx: TenantContext, { id, state }: Diffusion): Promise<Diffusion> {
  if (state === 'draft') throw DiffusionNotRunning();
  const canceled = await diffusions.update(ctx, id, {
    state: 'canceled',
    waitingFor: null,
    resumeAt: null,
    finishedAt: ctx.now,
  });
  await moveAll(ctx, id, { from: ['queued', 'held'], to: 'canceled' });
  return canceled;
}

/** Removes a diffusion with its log. The messages stay in their conversations. */
export async function deleteDiffusion(ctx: TenantContext, id: string): Promise<void> {
  const diffusion = await diffusions.lock(ctx, id);
  if (diffusion.state !== 'draft' && !isOver(diffusion)) throw DiffusionActive();
  await diffusions.delete(ctx, id);
}
