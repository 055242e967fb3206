import type { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { escapeHtml } from '#platform/pages/html.ts';
import { NotFound } from '#platform/refusal.ts';
import { describeSite, openSite } from '../site/site.ts';
import type { WebsitePage } from '../tables.ts';
import type { Blog } from './blog.schema.ts';
import { postList } from './blog.sql.ts';

type Query = Parameters<typeof postList.page>[1] & { organization?: string | undefined };

/** The published posts of a website, newest first; of the operator's own where none is named. */
export async function readBlog(work: WorkContext, { organization, ...query }: Query) {
  const address = organization ?? work.config.OPERATOR_ORGANIZATION_ID;
  if (address === undefined) throw NotFound('This installation has no blog of its own: name an organization.');
  const site = await openSite(work, address);
  const [shown, page] = await Promise.all([
    describeSite(site),
    postList.page(site.ctx, query, (posts) => posts.map((post) => describePost(site.url, post))),
  ]);
  return { site: shown, ...page };
}

const describePost = (
  url: string,
  { slug, publishedTitle, description, publishedAt, firstPublishedAt }: WebsitePage,
) => ({
  title: publishedTitle!,
  description,
  slug,
  url: `${url}/${slug}`,
  publishedAt: firstPublishedAt!,
  updatedAt: publishedAt!,
});

/** RFC 4287. */
export function atomOf({ site, data }: z.input<typeof Blog>): string {
  const text = escapeHtml;
  const updated =
    data
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z';
  const entries = data.map(
    (post) => `  <entry>
    <id>${text(post.url)}</id>
    <title>${text(post.title)}</title>
    <link href="${text(post.url)}"/>
    <published>${post.publishedAt}</published>
    <updated>${post.updatedAt}</updated>
    <summary>${text(post.description)}</summary>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">
  <id>${text(site.url)}</id>
  <title>${text(site.title)}</title>
  <subtitle>${text(site.description)}</subtitle>
  <link href="${text(site.url)}"/>
  <author><name>${text(site.organization.name)}</name></author>
  <updated>${updated}</updated>
${entries.join('')}</feed>
`;
}
