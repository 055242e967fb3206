import { describeOrganization } from '#modules/organization/index.ts';
import { secretAddress } from '#platform/auth/secret-address.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { fillInPayLink, type PayLink } from '../hooks.ts';
import { type PendingRecord, pendingRecords, pendingShares } from '../tables.ts';
import { findPrintable } from '../voucher/compose.ts';
import { pdfOf } from '../voucher/print.ts';
import type { Format } from '../voucher/voucher.ts';
import { revokeEditing, shareForEditing } from './editing-share.ts';
import { describeShared } from './shared-document.ts';

export const shareAddress = secretAddress({ kind: 'pending-share', prefix: 'prs', purpose: 'share of document' });

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

const linksOf = ({ publicUrl }: { publicUrl: string }, shareId: string) => ({
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
  return known ? shareAddress.reveal(ctx, id, known.sealedShareId) : null;
}

async function newShareId(ctx: TenantContext, id: string): Promise<string> {
  const sealedShareId = await shareAddress.grant(ctx, id);
  await pendingShares.insert(ctx, { pendingRecordId: id, sealedShareId });
  return shareAddress.reveal(ctx, id, sealedShareId);
}

/** Revokes the links of a document. The next share creates a new one. */
export async function unshareDocument(ctx: TenantContext, id: string): Promise<void> {
  await pendingRecords.lock(ctx, id);
  await Promise.all([
    shareAddress.revoke(ctx, id),
    revokeEditing(ctx, id),
    pendingShares.delete(ctx, { pendingRecordId: id }),
  ]);
}

export async function readShared(ctx: WorkContext, shareId: string) {
  const opened = await shareAddress.open(ctx, shareId);
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
  const opened = await shareAddress.open(ctx, shareId);
  const printable = await findPrintable(opened.ctx, opened.id);
  return pdfOf(opened.ctx, printable, format);
}

export const sealedShareIds = shareAddress.sealedKind('links of documents', async (tenant) => {
  const [share] = await pendingShares.all(tenant, {}, { limit: 1 });
  return share && { id: share.pendingRecordId, sealed: share.sealedShareId };
});
