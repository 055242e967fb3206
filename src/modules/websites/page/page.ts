import type { z } from 'zod';
import { type DocumentHead, findDocument, readForVisitors } from '#modules/files/index.ts';
import { secretAddress } from '#platform/auth/secret-address.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { givenFields } from '#platform/http/change.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { describeSite, openSite, type Site, siteOf } from '../site/site.ts';
import { type WebsitePage, websitePages } from '../tables.ts';
import type { PageChange } from './page.schema.ts';

export const SlugTaken = refusal('slug_taken', 'Another page or post has this address: choose a different one.', 409);
export const NotAPage = refusal(
  'not_a_page',
  'Only documents of kind `page` or `post` can be published: change its kind.',
);

const SLUG_MAX = 80;

/** The link that shows a page before it is published. */
export const pagePreview = secretAddress({ kind: 'website-preview', prefix: 'pre' });

/** Sets the address of a page, publishes or hides it, or makes its preview link. */
export async function changePage(ctx: TenantContext, documentId: string, change: z.output<typeof PageChange>) {
  const document = await findDocument(ctx, documentId);
  if (!document || document.archivedAt) throw NotFound();
  const { kind } = document;
  if (kind !== 'page' && kind !== 'post') throw NotAPage();
  const before = await websitePages.find(ctx, { documentId }, { lock: 'FOR UPDATE' });
  if (change.version !== undefined && change.version !== (before?.version ?? 0)) throw VersionConflict();
  const page = await websitePages
    .upsert(
      ctx,
      {
        documentId,
        kind,
        slug: change.slug ?? before?.slug ?? slugOf(document.title),
        ...givenFields({ description: change.description }),
        ...publication(ctx, document, before, change.published),
        ...(await preview(ctx, documentId, before, change.preview)),
        version: (before?.version ?? 0) + 1,
      },
      ['documentId'],
    )
    .catch(refuseTaken);
  return describePage(ctx, siteOf(ctx), document, page);
}

const refuseTaken = onViolation('website_pages_slug', () => SlugTaken.at('body.slug', 'taken'));

function publication(
  ctx: TenantContext,
  { title, version }: DocumentHead,
  before: WebsitePage | undefined,
  published: boolean | undefined,
) {
  if (published === undefined) return {};
  if (!published) return { publishedVersion: null, publishedTitle: null, publishedAt: null };
  return {
    publishedVersion: version,
    publishedTitle: title,
    publishedAt: ctx.now,
    firstPublishedAt: before?.firstPublishedAt ?? ctx.now,
  };
}

async function preview(ctx: TenantContext, id: string, before: WebsitePage | undefined, wanted: boolean | undefined) {
  const sealed = before?.sealedPreviewId ?? null;
  if (wanted === undefined || wanted === (sealed !== null)) return {};
  if (wanted) return { sealedPreviewId: await pagePreview.grant(ctx, id) };
  await pagePreview.revoke(ctx, id);
  return { sealedPreviewId: null };
}

const slugOf = (title: string): string =>
  folded(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, '') || 'pagina';

export function describePage(
  ctx: TenantContext,
  site: Pick<Site, 'url'>,
  { id, kind, title, version, updatedAt }: DocumentHead,
  page: WebsitePage | undefined,
) {
  const published = page?.publishedVersion ?? null;
  const sealed = page?.sealedPreviewId;
  return {
    documentId: id,
    kind: kind as 'page' | 'post',
    title,
    slug: page?.slug ?? null,
    description: page?.description ?? '',
    state:
      published === null ? ('draft' as const) : published === version ? ('published' as const) : ('changed' as const),
    url: published === null ? null : `${site.url}/${page!.slug}`,
    previewUrl: sealed ? `${ctx.publicUrl}/v1/websites/preview/${pagePreview.reveal(ctx, id, sealed)}` : null,
    publishedAt: page?.publishedAt ?? null,
    updatedAt: page && page.updatedAt > updatedAt ? page.updatedAt : updatedAt,
    version: page?.version ?? 0,
  };
}

/** A published page of an open website; without a slug its home page. */
export async function readPage(work: WorkContext, address: string, slug?: string) {
  const site = await openSite(work, address);
  const { ctx, settings } = site;
  const match = slug === undefined ? { documentId: settings.homePageId ?? undefined } : { slug };
  const page = slug === undefined && settings.homePageId === null ? undefined : await websitePages.find(ctx, match);
  if (!page || page.publishedVersion === null) {
    if (slug !== undefined) throw NotFound();
    return { site: await describeSite(site), page: null };
  }
  return { site: await describeSite(site), page: await contentOf(ctx, page, page.publishedVersion) };
}

/** The present version of a page, for those who have its preview link. */
export async function readPreview(work: WorkContext, previewId: string) {
  const { ctx, id } = await pagePreview.open(work, previewId);
  const [page, document] = await Promise.all([websitePages.get(ctx, { documentId: id }), findDocument(ctx, id)]);
  if (!document) throw NotFound();
  return { site: await describeSite(siteOf(ctx)), page: await contentOf(ctx, page, document.version) };
}

async function contentOf(ctx: TenantContext, { documentId, kind, slug, description }: WebsitePage, version: number) {
  const { title, html, updatedOn } = await readForVisitors(ctx, documentId, version);
  return { title, kind, slug, description, updatedOn, html };
}

export const sealedPreviews = pagePreview.sealedKind('preview links of websites', async (tenant) => {
  const pages = await websitePages.all(tenant, {}, { orderBy: ['-updatedAt'], limit: 100 });
  const page = pages.find(({ sealedPreviewId }) => sealedPreviewId !== null);
  return page && { id: page.documentId, sealed: page.sealedPreviewId };
});
