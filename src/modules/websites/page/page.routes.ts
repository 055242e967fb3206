import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { SiteAddress } from '../blog/blog.schema.ts';
import { PageChange, PublicPage, Slug, WebsitePageView } from './page.schema.ts';
import { changePage, NotAPage, readPage, readPreview, SlugTaken } from './page.ts';
import { previewPage, sitePage } from './site-page.ts';

export const pageRoutes = [
  route('PUT', '/v1/websites/pages/:documentId', 'websites:write', {
    action: 'setPage',
    summary: 'Publish a page or post of the website',
    description:
      'Gives a document of kind `page` or `post` its address, publishes its present version, hides it, or makes a preview link. Later saves of the document stay unpublished until it is published again.',
    body: PageChange,
    returns: WebsitePageView,
    refusals: [NotAPage, SlugTaken],
    examples: { body: { slug: 'quienes-somos', published: true } },
    handler: (ctx, { params, body }) => changePage(ctx, params.documentId, body),
  }),
  route('GET', '/v1/websites/preview/:pageId', 'public', {
    action: 'previewPage',
    summary: 'Preview a page of the website',
    description: 'The present version of a page, published or not, by the id in its preview link.',
    params: z.strictObject({ pageId: z.string().min(20).max(100) }),
    returns: PublicPage,
    page: previewPage,
    handler: (ctx, { params }) => readPreview(ctx, params.pageId),
  }),
  route('GET', '/v1/websites/site/:site', 'public', {
    action: 'openSite',
    summary: 'Open the home page of a website',
    description: 'By a verified domain, or by the id of the organization. A page for a browser, JSON for a program.',
    params: z.strictObject({ site: SiteAddress }),
    returns: PublicPage,
    page: sitePage,
    handler: (ctx, { params }) => readPage(ctx, params.site),
  }),
  route('GET', '/v1/websites/site/:site/:slug', 'public', {
    action: 'openPage',
    summary: 'Open a page of a website',
    description: 'A published page or post by its address. A page for a browser, JSON for a program.',
    params: z.strictObject({ site: SiteAddress, slug: Slug }),
    returns: PublicPage,
    page: sitePage,
    handler: (ctx, { params }) => readPage(ctx, params.site, params.slug),
  }),
];
