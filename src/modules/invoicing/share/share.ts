import { describeOrganization } from '#modules/organization/index.ts';
import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { fillInPayLink, type PayLink } from '../hooks.ts';
import { type PendingRecord, pendingRecords, pendingShares } from '../tables.ts';
import { findPrintable } from '../voucher/compose.ts';
import { pdfOf } from '../voucher/print.ts';
import type { Format } from '../voucher/voucher.ts';
import { shareForEditing } from './editing-share.ts';
import { describeShared } from './shared-document.ts';

const KIND = 'pending-share';
export const sharePurpose = (organizationId: string, id: string): string => `share of document ${organizationId} ${id}`;

/** The link of a document: always the same one until it is revoked. */
export async function shareDocument(ctx: TenantContext, id: string, editing: boolean) {
  const document = await pendingRecords.lock(ctx, id);
  const shareId = (await knownShareId(ctx, id)) ?? (await newShareId(ctx, id));
  return {
    ...linksOf(ctx, shareId),
    payUrl: await findPayUrl(ctx, document),
    editingShareId: editing ? await shareForEditing(ctx, id) : null,
  };
}

export const linksOf = ({ publicUrl }: { publicUrl: string }, shareId: string) => ({
  shareId,
  url: `${publicUrl}/v1/record/pending/${shareId}/data`,
  pdfUrl: `${publicUrl}/v1/record/pending/${shareId}/pdf`,
});

/** Where the document with this id can be paid online; null if it cannot. */
export const payUrlFor = async (ctx: TenantContext, id: string): Promise<string | null> =>
  findPayUrl(ctx, await pendingRecords.get(ctx, id));

async function findPayUrl(ctx: TenantContext, document: PendingRecord): Promise<string | null> {
  const link: PayLink = { url: null };
  await fillInPayLink(ctx, document, link);
  return link.url;
}

async function knownShareId(ctx: TenantContext, id: string): Promise<string | null> {
  const known = await pendingShares.find(ctx, { pendingRecordId: id });
  return known ? ctx.secrets.decrypt(known.sealedShareId, sharePurpose(ctx.organizationId, id)).toString() : null;
}

async function newShareId(ctx: TenantContext, id: string): Promise<string> {
  const shareId = await grantCapability(ctx, capabilityOf(ctx, id), { prefix: 'prs' });
  const sealedShareId = ctx.secrets.encrypt(shareId, sharePurpose(ctx.organizationId, id));
  await pendingShares.insert(ctx, {
    pendingRecordId: id,
    sealedShareId,
    createdBy: ctx.userId,
    createdAt: ctx.now,
  });
  return shareId;
}

/** Revokes the links of a document. The next share creates a new one. */
export async function unshareDocument(ctx: TenantContext, id: string): Promise<void> {
  await pendingRecords.lock(ctx, id);
  await Promise.all([
    revokeCapabilities(ctx, capabilityOf(ctx, id)),
    revokeCapabilities(ctx, { ...capabilityOf(ctx, id), kind: 'pending-edit' }),
    pendingShares.delete(ctx, { pendingRecordId: id }),
  ]);
}

const capabilityOf = ({ organizationId }: TenantContext, entityId: string) => ({
  organizationId,
  kind: KIND,
  entityId,
});

export async function readShared(ctx: WorkContext, shareId: string) {
  const opened = await open(ctx, shareId);
  return describeBehind(opened.ctx, opened.id, shareId);
}

/** The document as the holder of a link to it may see it, after they changed it. */
export async function describeForHolder(ctx: TenantContext, id: string) {
  return describeBehind(ctx, id, (await knownShareId(ctx, id)) ?? (await newShareId(ctx, id)));
}

async function describeBehind(ctx: TenantContext, id: string, shareId: string) {
  const printable = await findPrintable(ctx, id);
  const payUrl = await findPayUrl(ctx, printable.document);
  const { imageUrl: logoUrl } = describeOrganization(ctx, printable.organization);
  return describeShared(printable, { pdfUrl: linksOf(ctx, shareId).pdfUrl, payUrl, logoUrl });
}

export async function printShared(ctx: WorkContext, shareId: string, format?: Format): Promise<LaterAnswer> {
  const opened = await open(ctx, shareId);
  const printable = await findPrintable(opened.ctx, opened.id);
  return pdfOf(opened.ctx, printable, format);
}

async function open(ctx: WorkContext, shareId: string): Promise<{ ctx: TenantContext; id: string }> {
  const opened = await resolveCapability(ctx, shareId, KIND);
  if (!opened) throw NotFound();
  return { ctx: await ctx.enter(opened.organizationId), id: opened.entityId };
}

export const sealedShareIds: SealedKind = {
  what: 'links of documents',
  sample: async (ctx) => {
    const [share] = await pendingShares.all(ctx, {}, { limit: 1 });
    return share
      ? { sealed: share.sealedShareId, purpose: sharePurpose(ctx.organizationId, share.pendingRecordId) }
      : null;
  },
};
