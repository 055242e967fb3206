import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { NotFound } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { linkTo } from '../file/serve.ts';
import { documents, documentVersions, type RichDocumentRow } from '../tables.ts';
import { fileKeyOf, mapNodes } from './content.ts';
import { renderHtml } from './render.ts';

const KIND = 'document-share';
const PICTURES_LAST = { hours: 24 };

export const documentSharePurpose = (organizationId: string, id: string): string =>
  `share of rich text ${organizationId} ${id}`;

const capabilityOf = ({ organizationId }: TenantContext, entityId: string) => ({
  organizationId,
  kind: KIND,
  entityId,
});

/** The sealed id of the link that opens a document from now on. */
export async function shareDocument(ctx: TenantContext, id: string): Promise<Buffer> {
  const shareId = await grantCapability(ctx, capabilityOf(ctx, id), { prefix: 'doc' });
  return ctx.secrets.encrypt(shareId, documentSharePurpose(ctx.organizationId, id));
}

export const unshareDocument = (ctx: TenantContext, id: string): Promise<unknown> =>
  revokeCapabilities(ctx, capabilityOf(ctx, id));

export function shareUrlOf(
  ctx: TenantContext,
  { id, sealedShareId }: Pick<RichDocumentRow, 'id' | 'sealedShareId'>,
): string | null {
  if (!sealedShareId) return null;
  const shareId = ctx.secrets.decrypt(sealedShareId, documentSharePurpose(ctx.organizationId, id)).toString();
  return `${ctx.publicUrl}/v1/files/document/${shareId}/public`;
}

/** A document as the holder of its link sees it: its present content, and nothing about who wrote it. */
export async function readShared(outside: WorkContext, shareId: string) {
  const opened = await resolveCapability(outside, shareId, KIND);
  if (!opened) throw NotFound();
  const ctx = await outside.enter(opened.organizationId);
  const [document, organization] = await Promise.all([
    documents.get(ctx, { id: opened.entityId, archivedAt: null }),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const { content } = await documentVersions.get(ctx, { documentId: document.id, version: document.version });
  const expiresAt = realNow().add(PICTURES_LAST);
  // Pictures elsewhere would tell their server who reads the page.
  const pictureUrl = (source: string): string | null => {
    const key = fileKeyOf(source);
    return key && linkTo(ctx, key, expiresAt);
  };
  const withLinks = mapNodes(content, (node) => {
    const src = node.type === 'image' && pictureUrl(String(node.attrs!.src));
    return src ? { ...node, attrs: { ...node.attrs, src } } : node;
  });
  const { title, kind } = document;
  const updatedOn = Temporal.Instant.from(document.updatedAt).toZonedDateTimeISO(ctx.timeZone).toPlainDate().toString();
  const { name, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  const html = String(renderHtml(content, pictureUrl));
  return { title, kind, updatedOn, organization: { name, logoUrl }, content: withLinks, html };
}

export const sealedDocumentShares: SealedKind = {
  what: 'links of rich-text documents',
  sample: async (ctx) => {
    const [shared] = (await documents.all(ctx, {}, { orderBy: ['-updatedAt'], limit: 100 })).filter(
      ({ sealedShareId }) => sealedShareId !== null,
    );
    return shared
      ? { sealed: shared.sealedShareId!, purpose: documentSharePurpose(ctx.organizationId, shared.id) }
      : null;
  },
};
