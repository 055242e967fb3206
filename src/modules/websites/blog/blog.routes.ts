import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { RawAnswer, route } from '#platform/http/route.ts';
import { Decimal } from '#platform/money.ts';
import { NotFound } from '#platform/refusal.ts';
import { readInvoiced } from '../invoiced/invoiced.ts';
import { blogPage } from '../page/site-page.ts';
import { Blog, SiteAddress } from './blog.schema.ts';
import { postList } from './blog.sql.ts';
import { atomOf, readBlog } from './blog.ts';

const ATOM = 'application/atom+xml';

export const blogRoutes = [
  route('GET', '/v1/blog', 'public', {
    action: 'read',
    summary: 'Read a blog',
    description:
      'The published posts of an organization’s website, or of the operator of this service. A page for a browser, JSON for a program, and an Atom feed with `format=atom` or `Accept: application/atom+xml`.',
    query: postList.query.extend({
      organization: SiteAddress.optional(),
      format: z.enum(['json', 'atom']).optional().describe('`atom`: an Atom feed.'),
    }),
    returns: Blog,
    refusals: [NotFound],
    examples: { query: { organization: 'tienda.example.com.do' } },
    page: blogPage,
    handler: async (ctx, { query: { format, ...query } }) => {
      const blog = await readBlog(ctx, query);
      const wantsAtom = format === 'atom' || String(ctx.request.headers.accept ?? '').startsWith(ATOM);
      if (!wantsAtom) return blog;
      return new RawAnswer(Buffer.from(atomOf(blog)), { 'content-type': `${ATOM}; charset=utf-8`, vary: 'accept' });
    },
  }),
  route('GET', '/v1/data/invoiced', 'public', {
    action: 'readInvoiced',
    summary: 'Read how much was invoiced through this service',
    description:
      'By currency, counted hourly and rounded down to two digits. Sandboxes are left out. A currency is left out until ten organizations have invoiced in it, and while one of them has more than half.',
    returns: z.object({
      countedAt: Timestamp.nullable().describe('When it was counted; null: not yet.'),
      totals: z
        .array(
          z.object({
            currency: z.string(),
            organizations: z.number().int().describe('How many have invoiced in it.'),
            documents: z.number().int().describe('How many invoices they have issued.'),
            amount: Decimal,
          }),
        )
        .describe('By currency.'),
    }),
    handler: readInvoiced,
  }),
];
