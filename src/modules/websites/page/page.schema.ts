import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';

export const Slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be made of small letters, digits and single hyphens')
  .describe('The last part of the address of the page.');

export const PageChange = z.strictObject({
  slug: Slug.optional().describe('Default: made from the title.'),
  description: z.string().trim().max(500).optional().describe('For search engines and feeds.'),
  published: z
    .boolean()
    .optional()
    .describe('True publishes the present version of the document, also over an earlier one. False hides the page.'),
  preview: z
    .boolean()
    .optional()
    .describe('Whether anyone who has the preview link can read the present version. False ends the link.'),
  version: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('As read: refused with `version_conflict` if it has changed since.'),
});

export const WebsitePageView = z
  .object({
    documentId: z.uuid().describe('The document (files) that it shows.'),
    kind: z.enum(['page', 'post']).describe('Posts are in the blog.'),
    title: z.string().describe('The present title of the document.'),
    slug: z.string().nullable().describe('Null: it has no address yet.'),
    description: z.string().describe('For search engines and feeds.'),
    state: z
      .enum(['draft', 'published', 'changed'])
      .describe('`changed`: the document was saved since it was published.'),
    url: z.string().nullable().describe('Null while it is not published.'),
    previewUrl: z.string().nullable().describe('Opens the present version, published or not; null: no preview.'),
    publishedAt: Timestamp.nullable().describe('When it was last published; null: it is not.'),
    updatedAt: Timestamp,
    version: z.number().int().describe('0: nothing was set yet.'),
  })
  .meta({ id: 'WebsitePage' });

export const Link = z.object({
  label: z.string().describe('What visitors see.'),
  url: z.string().describe('Where it leads.'),
});

const ThingLink = Link.extend({
  kind: z.enum(['collection', 'form', 'booking']).describe('What it leads to.'),
  collectionId: z.uuid().nullable().describe('Of a collection of products.'),
});

/** The parts of every page of a website. */
export const PublicSite = z.object({
  title: z.string().describe('Of the website.'),
  description: z.string().describe('For search engines, and below the title.'),
  colour: z.string().nullable().describe('Of the pages, as `#rrggbb`; null: the standard one.'),
  language: z.enum(['es', 'en']).describe('Of the texts around the content.'),
  organization: z
    .object({ name: z.string().describe('The business, as its customers know it.'), logoUrl: z.string().nullable() })
    .describe('Whose website it is.'),
  url: z.string().describe('The website.'),
  menu: z.array(Link).describe('Pages and addresses, in order.'),
  links: z.array(ThingLink).describe('Collections of products, forms and booking pages.'),
  contact: z
    .object({
      address: z.string().nullable().describe('Of the business; null: not shown.'),
      phone: z.string().nullable().describe('Of the business; null: not shown.'),
      email: z.string().nullable().describe('Of the business; null: not shown.'),
    })
    .describe('Where the business is reached.'),
  chatKey: z.string().nullable().describe('The public key of the chat widget that the website shows.'),
});

export const PublicPage = z.object({
  site: PublicSite.describe('The parts of every page.'),
  page: z
    .object({
      title: z.string().describe('Of the page.'),
      kind: z.enum(['page', 'post']).describe('Posts are in the blog.'),
      slug: z.string().describe('The last part of its address.'),
      description: z.string().describe('For search engines.'),
      updatedOn: CalendarDate.describe('The day on which the published version was saved.'),
      html: z.string().describe('Safe to embed. Its headings begin at the second level.'),
    })
    .nullable()
    .describe('Null: the website has no published home page yet.'),
});
