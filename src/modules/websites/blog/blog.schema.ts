import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageOf } from '#platform/http/page.ts';
import { PublicSite } from '../page/page.schema.ts';

const Post = z.object({
  title: z.string().describe('Of the post.'),
  description: z.string().describe('For search engines and feeds; may be empty.'),
  slug: z.string().describe('The last part of its address.'),
  url: z.string().describe('Its page.'),
  publishedAt: Timestamp.describe('When it was published first.'),
  updatedAt: Timestamp,
});

export const Blog = pageOf(Post).extend({ site: PublicSite.describe('The parts of every page.') });

export const SiteAddress = z
  .string()
  .min(4)
  .max(253)
  .regex(/^[A-Za-z0-9.-]+$/, 'must be a domain or the id of an organization')
  .describe('A verified domain, or the id of the organization.');
