import { describeOrganization, findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { requireBoard } from '../access.ts';
import { boardShares, boards } from '../tables.ts';
import { selectSharedTasks } from './shared-board.sql.ts';
import { describeShared } from './shared-board.ts';

const KIND = 'board-share';
export const boardSharePurpose = (organizationId: string, id: string): string =>
  `share of board ${organizationId} ${id}`;

const capabilityOf = ({ organizationId }: TenantContext, entityId: string) => ({
  organizationId,
  kind: KIND,
  entityId,
});

/** The link of a board: always the same one until it is revoked. */
export async function shareBoard(ctx: TenantContext, boardId: string, descriptions: boolean) {
  await requireBoard(ctx, boardId, 'admin');
  await boards.lock(ctx, boardId);
  const purpose = boardSharePurpose(ctx.organizationId, boardId);
  const known = await boardShares.find(ctx, { boardId });
  const shareId = known
    ? ctx.secrets.decrypt(known.sealedShareId, purpose).toString()
    : await grantCapability(ctx, capabilityOf(ctx, boardId), { prefix: 'brs' });
  const sealedShareId = known?.sealedShareId ?? ctx.secrets.encrypt(shareId, purpose);
  const share = { boardId, sealedShareId, showsDescriptions: descriptions, createdBy: ctx.userId, createdAt: ctx.now };
  await boardShares.upsert(ctx, share, ['boardId']);
  return { shareId, url: `${ctx.publicUrl}/v1/tasks/board/shared/${shareId}/data`, descriptions };
}

export async function unshareBoard(ctx: TenantContext, boardId: string): Promise<void> {
  await requireBoard(ctx, boardId, 'admin');
  await revokeShare(ctx, boardId);
}

export const revokeShare = (ctx: TenantContext, boardId: string) =>
  Promise.all([revokeCapabilities(ctx, capabilityOf(ctx, boardId)), boardShares.delete(ctx, { boardId })]);

export async function readShared(work: WorkContext, shareId: string) {
  const opened = await resolveCapability(work, shareId, KIND);
  if (!opened) throw NotFound();
  const ctx = await work.enter(opened.organizationId);
  const boardId = opened.entityId;
  const [board, share, tasks, organization, settings] = await Promise.all([
    boards.get(ctx, boardId),
    boardShares.get(ctx, { boardId }),
    selectSharedTasks(ctx, boardId),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const { name, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  return describeShared(ctx, board, { ...tasks, ...share, issuer: { name, logoUrl }, dateFormat: settings.dateFormat });
}

export const sealedBoardShares: SealedKind = {
  what: 'links of boards',
  sample: async (ctx) => {
    const [share] = await boardShares.all(ctx, {}, { limit: 1 });
    return share
      ? { sealed: share.sealedShareId, purpose: boardSharePurpose(ctx.organizationId, share.boardId) }
      : null;
  },
};
