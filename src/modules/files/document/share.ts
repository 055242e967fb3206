import type { z } from 'zod';
import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import { secretAddress } from '#platform/auth/secret-address.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { linkTo } from '../file/serve.ts';
import { documents, documentVersions, type RichDocumentRow } from '../tables.ts';
import { fileKeyOf, mapNodes } from './content.ts';
import type { PublicDocument } from './document.schema.ts';
import { renderHtml } from './render.ts';

const PICTURES_LAST = { hours: 24 };

/** The link that opens a document for anyone who has it. */
export const documentShare = secretAddress({ kind: 'document-share', prefix: 'doc', purpose: 'share of rich text' });

export const shareUrlOf = (
  ctx: TenantContext,
  { id, sealedShareId }: Pick<RichDocumentRow, 'id' | 'sealedShareId'>,
): string | null =>
  sealedShareId && `${ctx.publicUrl}/v1/files/document/${documentShare.reveal(ctx, id, sealedShareId)}/public`;

/** A document as the holder of its link sees it: its present content, and nothing about who wrote it. */
export async function readShared(outside: WorkContext, shareId: string) {
  const { ctx, id } = await documentShare.open(outside, shareId);
  const [document, organization] = await Promise.all([
    documents.get(ctx, { id, archivedAt: null }),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const { name, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  const { createdAt: _, ...shown } = await readForVisitors(ctx, id, document.version);
  return {
    ...shown,
    title: document.title,
    kind: document.kind,
    updatedOn: dayOf(ctx, document.updatedAt),
    organization: { name, logoUrl },
  };
}

/** A version of a document for readers without an account: its pictures are signed links. */
export async function readForVisitors(ctx: TenantContext, documentId: string, version: number) {
  const { title, content, createdAt } = await documentVersions.get(ctx, { documentId, version });
  const expiresAt = realNow().add(PICTURES_LAST);
  // Pictures on other servers would reveal who reads the page.
  const pictureUrl = (source: string): string | null => {
    const key = fileKeyOf(source);
    return key && linkTo(ctx, key, expiresAt);
  };
  const withLinks = mapNodes(content, (node) => {
    const src = node.type === 'image' && pictureUrl(String(node.attrs!.src));
    return src ? { ...node, attrs: { ...node.attrs, src } } : node;
  });
  const html = String(renderHtml(content, pictureUrl));
  return { title, content: withLinks, html, createdAt, updatedOn: dayOf(ctx, createdAt) };
}

const dayOf = ({ timeZone }: TenantContext, at: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();

export const sealedDocumentShares = documentShare.sealedKind('links of rich-text documents', async (tenant) => {
  const newest = await documents.all(tenant, {}, { orderBy: ['-updatedAt'], limit: 100 });
  const shared = newest.find(({ sealedShareId }) => sealedShareId !== null);
  return shared && { id: shared.id, sealed: shared.sealedShareId };
});

const words = { es: { updated: 'Actualizado el' }, en: { updated: 'Updated on' } };

/** A shared document as its reader sees it in a browser. */
export function documentPage(shared: z.output<typeof PublicDocument>, { language }: Visit): Page {
  const day = shared.updatedOn;
  const written = Temporal.PlainDate.from(day).toLocaleString(language, { dateStyle: 'long' });
  return {
    language,
    title: shared.title,
    brand: shared.organization,
    body: html`<article class="card rich">
<h1>${shared.title}</h1>
<p class="quiet">${words[language].updated} <time datetime="${day}">${written}</time></p>
${new Html(shared.html)}
</article>`,
  };
}
