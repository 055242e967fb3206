import type { z } from 'zod';
import { holdFiles, lockFiles, replaceHeldFiles } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { givenFields } from '#platform/http/change.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { bots, passages, type Training, type TrainingVersion, training, trainingVersions } from '../tables.ts';
import { approve, NothingToApprove, withdraw } from './approve.ts';
import { readSource } from './read-source.ts';
import type { NewTraining, TrainingChange } from './training.schema.ts';
import { selectVersions } from './training.sql.ts';

export const TooMuchTraining = refusal(
  'too_much_training',
  'A bot has at most 2,000 training entries: delete one first.',
);
export const LiveSourceTaken = refusal(
  'live_source_taken',
  'The bot already has this live source: change the existing entry.',
  409,
);
export const PageNotAllowed = refusal(
  'page_not_allowed',
  'Pages are read from public https addresses only: give another address.',
);
export const ChangeNotPossible = refusal(
  'change_not_possible',
  'This kind of entry cannot be changed like this: delete it and create a new one.',
);

const ENTRIES_MAX = 2_000;
const VERSIONS_SHOWN = 50;

type Given = z.output<typeof NewTraining>;

export async function addTraining(ctx: TenantContext, given: Given) {
  const { botId, kind, approved } = given;
  const bot = await bots.find(ctx, botId, { columns: ['id'], lock: 'FOR KEY SHARE' });
  if (!bot) throw unknownReference('body.botId', 'The bot');
  if ((await training.countForLimit(ctx, { botId })) >= ENTRIES_MAX) throw TooMuchTraining();
  if (given.kind === 'page') requireOutboundUrl(ctx, given.url, PageNotAllowed, 'body.url');
  const id = newId();
  const title = given.kind === 'live' ? given.source : given.title;
  const content = 'content' in given ? given.content : '';
  if (given.kind === 'document') await holdFile(ctx, id, given.fileId);
  const entry = await training
    .insert(ctx, {
      id,
      botId,
      kind,
      title,
      fileId: given.kind === 'document' ? given.fileId : null,
      url: given.kind === 'page' ? given.url : null,
      source: given.kind === 'live' ? given.source : null,
    })
    .catch(onViolation('bot_training_live', LiveSourceTaken));
  await index(ctx, entry);
  const version = await addVersion(ctx, entry, { number: 1, title, content, approve: approved });
  if (approved && version.state === 'ready') return describeTraining(await approve(ctx, entry, version), version);
  return describeTraining(entry, version);
}

/** Adds a version. The text of a file or page is read after the commit, because that takes time. */
async function addVersion(
  ctx: TenantContext,
  { id, kind }: Pick<Training, 'id' | 'kind'>,
  { read, ...version }: Pick<TrainingVersion, 'number' | 'title' | 'content' | 'approve'> & { read?: boolean },
): Promise<TrainingVersion> {
  const isRead = (kind === 'document' || kind === 'page') && read !== false;
  if (isRead) ctx.enqueue(readSource, { trainingId: id, number: version.number });
  return trainingVersions.insert(ctx, {
    ...version,
    trainingId: id,
    state: isRead ? 'pending' : 'ready',
  });
}

const index = (ctx: TenantContext, { id, title }: Pick<Training, 'id' | 'title'>) =>
  indexText(ctx, 'bot-training', id, [title]);

export async function changeTraining(ctx: TenantContext, change: z.output<typeof TrainingChange>) {
  const { id, version: read, approved, useVersion, readAgain, ...fields } = change;
  const entry = await training.lock(ctx, id, read);
  const newest = await trainingVersions.get(ctx, { trainingId: id, number: entry.newestVersion });
  const wanted = await wantedText(ctx, entry, newest, { ...givenFields(fields), useVersion, readAgain });
  const version = wanted
    ? await addVersion(ctx, entry, { ...wanted, number: entry.newestVersion + 1, approve: approved ?? false })
    : newest;
  const changed = await training.update(ctx, id, {
    title: version.title,
    newestVersion: version.number,
    updatedAt: ctx.now,
  });
  await index(ctx, changed);
  return describeTraining(await changeApproval(ctx, changed, version, approved), version);
}

async function changeApproval(ctx: TenantContext, entry: Training, version: TrainingVersion, approved?: boolean) {
  if (approved === undefined) return entry;
  if (!approved) return withdraw(ctx, entry);
  if (version.state === 'failed') throw NothingToApprove();
  if (version.state === 'ready') return approve(ctx, entry, version);
  await trainingVersions.updateAll(ctx, { trainingId: entry.id, number: version.number }, { approve: true });
  return entry;
}

interface WantedChange {
  title?: string;
  content?: string;
  useVersion?: number | undefined;
  readAgain?: true | undefined;
}

function refuseForKind({ kind }: Training, { title, content, useVersion, readAgain }: WantedChange): void {
  const isWritten = kind === 'question' || kind === 'text';
  const refuse = (path: string) =>
    ChangeNotPossible(undefined, { errors: [{ path, code: 'not_possible', message: 'Not for this kind of entry.' }] });
  if (content !== undefined && !isWritten) throw refuse('body.content');
  if (readAgain && isWritten) throw refuse('body.readAgain');
  if (kind === 'live' && (title !== undefined || useVersion !== undefined || readAgain)) throw refuse('body.title');
}

/** The text of a new version, or null where the change makes none. */
async function wantedText(ctx: TenantContext, entry: Training, newest: TrainingVersion, change: WantedChange) {
  refuseForKind(entry, change);
  const { title, content, useVersion, readAgain } = change;
  const isChanged = title !== undefined || content !== undefined || readAgain;
  if (useVersion === undefined && !isChanged) return null;
  const base = useVersion === undefined ? newest : await readyVersion(ctx, entry.id, useVersion);
  const read = useVersion === undefined && (readAgain === true || newest.state !== 'ready');
  return { title: title ?? base.title, content: content ?? base.content, read };
}

async function readyVersion(ctx: TenantContext, trainingId: string, number: number): Promise<TrainingVersion> {
  const version = await trainingVersions.find(ctx, { trainingId, number, state: 'ready' });
  if (!version) throw unknownReference('body.useVersion', 'The version');
  return version;
}

export async function readTraining(ctx: TenantContext, botId: string, id: string) {
  const entry = await training.get(ctx, { id, botId });
  const newest = await trainingVersions.get(ctx, { trainingId: id, number: entry.newestVersion });
  const versions = await selectVersions(ctx, id, VERSIONS_SHOWN);
  return { ...describeTraining(entry, newest), content: newest.content, versions };
}

/** Deletes an entry with its versions and passages. Answers stop using it at once. */
export async function deleteTraining(ctx: TenantContext, botId: string, id: string): Promise<void> {
  const entry = await training.lock(ctx, { id, botId });
  if (entry.fileId) await replaceHeldFiles(ctx, 'fileId', heldBy(id, []));
  await passages.delete(ctx, { trainingId: id });
  await training.delete(ctx, { id });
  await index(ctx, { id, title: '' });
}

/** The field that holds the file of an entry, so that the file cannot be deleted. */
const heldBy = (id: string, fileIds: string[]) => ({ entityKind: 'botTrainingId', entityId: id, fileIds });

async function holdFile(ctx: TenantContext, id: string, fileId: string): Promise<void> {
  if (!(await lockFiles(ctx, [fileId])).has(fileId)) throw unknownReference('body.fileId', 'The file');
  holdFiles(ctx, 'fileId', heldBy(id, [fileId]));
}

const describeTraining = (entry: Training, { state, error }: Pick<TrainingVersion, 'state' | 'error'>) => ({
  ...entry,
  state,
  error,
});
