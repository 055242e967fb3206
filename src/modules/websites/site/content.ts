import { z } from 'zod';
import { findBookingLinks } from '#modules/bookings/index.ts';
import { findCollections } from '#modules/catalog/index.ts';
import { documentHeads } from '#modules/files/index.ts';
import { findOpenForms } from '#modules/forms/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { DomainView } from '../domain/domain.schema.ts';
import { listDomains } from '../domain/domain.ts';
import { WebsitePageView } from '../page/page.schema.ts';
import { describePage } from '../page/page.ts';
import { websiteSettings } from '../settings.ts';
import { websitePages } from '../tables.ts';
import { collectionUrl, siteOf } from './site.ts';

const PAGES_MAX = 1_000;
const Linked = z.object({
  id: z.uuid(),
  name: z.string().describe('What visitors see.'),
  url: z.string().describe('Where it opens.'),
});

export const WebsiteContent = z.object({
  url: z.string().describe('The website at the address of this service.'),
  settings: websiteSettings.schema.describe('Changed with `PATCH /v1/organization/settings`, section `website`.'),
  pages: z.array(WebsitePageView).describe('The newest 1,000 documents of kind `page` and `post`, drafts included.'),
  collections: z.array(Linked).describe('Collections of products that the website shows.'),
  forms: z.array(Linked).describe('Forms that the website shows and visitors can fill in.'),
  bookings: z.array(Linked).describe('Booking pages that the website shows and visitors can use.'),
  domains: z.array(DomainView).describe('The domains at which it opens, or will open.'),
});

/** The whole website, as its editors see it. */
export async function readContent(ctx: TenantContext) {
  const settings = await readSettings(ctx, websiteSettings);
  const heads = await documentHeads(ctx, ['page', 'post'], PAGES_MAX);
  const [pages, collections, forms, bookings, domains] = await Promise.all([
    websitePages.all(ctx, { documentId: heads.map(({ id }) => id) }),
    findCollections(ctx, settings.collectionIds),
    findOpenForms(ctx, settings.formIds),
    findBookingLinks(ctx, settings.scheduleIds),
    listDomains(ctx),
  ]);
  const site = siteOf(ctx);
  const byDocument = new Map(pages.map((page) => [page.documentId, page]));
  return {
    url: site.url,
    settings,
    pages: heads.map((head) => describePage(ctx, site, head, byDocument.get(head.id))),
    collections: collections.map(({ id, name }) => ({ id, name, url: collectionUrl(site, id) })),
    forms,
    bookings: bookings.map(({ id, title, url }) => ({ id, name: title, url })),
    domains,
  };
}
