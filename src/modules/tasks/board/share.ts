import { describeOrganization, findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { secretAddress } from '#platform/auth/secret-address.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { requireBoard } from '../access.ts';
import { boardShares, boards } from '../tables.ts';
import { selectSharedTasks } from './board.sql.ts';
import { describeShared, sharedFields } from './shared-board.ts';

export const boardShare = secretAddress({ kind: 'board-share', prefix: 'brs', purpose: 'share of board' });

/** The link of a board: always the same one until it is revoked. */
export async function shareBoard(ctx: TenantContext, boardId: string, descriptions: boolean) {
  await requireBoard(ctx, boardId, 'admin');
  await boards.lock(ctx, boardId);
  const known = await boardShares.find(ctx, { boardId });
  const sealedShareId = known?.sealedShareId ?? (await boardShare.grant(ctx, boardId));
  const shareId = boardShare.reveal(ctx, boardId, sealedShareId);
  await boardShares.upsert(ctx, { boardId, sealedShareId, showsDescriptions: descriptions }, ['boardId']);
  return { shareId, url: `${ctx.publicUrl}/v1/tasks/board/shared/${shareId}/data`, descriptions };
}

export async function unshareBoard(ctx: TenantContext, boardId: string): Promise<void> {
  await requireBoard(ctx, boardId, 'admin');
  await revokeShare(ctx, boardId);
}

export const revokeShare = (ctx: TenantContext, boardId: string) =>
  Promise.all([boardShare.revoke(ctx, boardId), boardShares.delete(ctx, { boardId })]);

export async function readShared(work: WorkContext, shareId: string) {
  const { ctx, id: boardId } = await boardShare.open(work, shareId);
  const [board, { showsDescriptions }] = await Promise.all([
    boards.get(ctx, boardId),
    boardShares.get(ctx, { boardId }),
  ]);
  const fields = sharedFields(board).map(({ key }) => key);
  const [tasks, organization, settings] = await Promise.all([
    selectSharedTasks(ctx, boardId, fields, showsDescriptions),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const { name, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  return describeShared(ctx, board, { ...tasks, issuer: { name, logoUrl }, dateFormat: settings.dateFormat });
}

export const sealedBoardShares = boardShare.sealedKind('links of boards', async (tenant) => {
  const share = await boardShares.find(tenant, {});
  return share && { id: share.boardId, sealed: share.sealedShareId };
});
