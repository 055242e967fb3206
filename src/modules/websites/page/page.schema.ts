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
    documentId: z.uuid(),
    kind: z.enum(['page', 'post']),
    title: z.string().describe('The present title of the document.'),
    slug: z.string().nullable().describe('Null: it has no address yet.'),
    description: z.string(),
    state: z
      .enum(['draft', 'published', 'changed'])
      .describe('`changed`: the document was saved since it was published.'),
    url: z.string().nullable().describe('Null while it is not published.'),
    previewUrl: z.string().nullable(),
    publishedAt: Timestamp.nullable(),
    updatedAt: Timestamp,
    version: z.number().int().describe('0: nothing was set yet.'),
  })
  .meta({ id: 'WebsitePage' });

export const Link = z.object({ label: z.string(), url: z.string() });

const ThingLink = Link.extend({
  kind: z.enum(['collection', 'form', 'booking']),
  collectionId: z.uuid().nullable().describe('Of a collection of products.'),
});

/** The parts of every page of a website. */
export const PublicSite = z.object({
  title: z.string(),
  description: z.string(),
  colour: z.string().nullable(),
  language: z.enum(['es', 'en']),
  organization: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  url: z.string(),
  menu: z.array(Link),
  links: z.array(ThingLink).describe('Collections of products, forms and booking pages.'),
  contact: z.object({ address: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
  chatKey: z.string().nullable().describe('The public key of the chat widget that the website shows.'),
});

export const PublicPage = z.object({
  site: PublicSite,
  page: z
    .object({
      title: z.string(),
      kind: z.enum(['page', 'post']),
      slug: z.string(),
      description: z.string(),
      updatedOn: CalendarDate,
      html: z.string().describe('Safe to embed. Its headings begin at the second level.'),
    })
    .nullable()
    .describe('Null: the website has no published home page yet.'),
});
