import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { type LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { disposition } from '../file/serve.ts';
import { documents, documentVersions } from '../tables.ts';
import type compare from './compare.compute.ts';
import { contentOf } from './document.ts';
import { renderHtml } from './render.ts';
import type writeMarkdown from './write-markdown.compute.ts';

const comparing = computation<typeof compare>(import.meta.resolve('./compare.compute.ts'));
const writing = computation<typeof writeMarkdown>(import.meta.resolve('./write-markdown.compute.ts'));

/** Two versions of a document and their differences. */
export async function compareVersions(
  steps: TenantSteps,
  documentId: string,
  { from, to }: { from: number; to?: number | undefined },
) {
  const [before, after] = await steps.transaction(async (ctx) => {
    const { version } = await documents.get(ctx, documentId);
    return Promise.all([
      documentVersions.get(ctx, { documentId, version: from }),
      documentVersions.get(ctx, { documentId, version: to ?? version }),
    ]);
  });
  const differences = await steps.compute(comparing, { from: before.content, to: after.content });
  return { from: before, to: after, differences };
}

/** The content of a document as a file. It may run nothing, even if a browser is made to show it. */
export async function serveContent(
  ctx: TenantContext,
  id: string,
  { format, version }: { format: 'html' | 'markdown'; version?: number | undefined },
): Promise<LaterAnswer> {
  const document = await documents.get(ctx, id);
  const { title, content } = await contentOf(ctx, { id, version: version ?? document.version });
  const headers = {
    'content-type': format === 'html' ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8',
    'content-disposition': disposition('attachment', `${title}.${format === 'html' ? 'html' : 'md'}`),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
  };
  const tenant = ctx.organizationId;
  return async (steps) => {
    const text =
      format === 'html'
        ? String(renderHtml(content, (source) => source))
        : await steps.enter(tenant).compute(writing, content);
    return new RawAnswer(Buffer.from(text), headers);
  };
}
