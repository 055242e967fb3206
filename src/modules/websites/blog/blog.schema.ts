import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageOf } from '#platform/http/page.ts';
import { PublicSite } from '../page/page.schema.ts';

const Post = z.object({
  title: z.string(),
  description: z.string(),
  slug: z.string(),
  url: z.string(),
  publishedAt: Timestamp.describe('When it was published first.'),
  updatedAt: Timestamp,
});

export const Blog = pageOf(Post).extend({ site: PublicSite });

export const SiteAddress = z
  .string()
  .min(4)
  .max(253)
  .regex(/^[A-Za-z0-9.-]+$/, 'must be a domain or the id of an organization')
  .describe('A verified domain, or the id of the organization.');
