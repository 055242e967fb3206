import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { documents, type RichDocumentRow } from '../tables.ts';
import type { RichDocumentKind } from './document.schema.ts';

/** A document without its content. */
export type DocumentHead = Pick<RichDocumentRow, 'id' | 'kind' | 'title' | 'archivedAt' | 'updatedAt' | 'version'>;

const columns = ['id', 'kind', 'title', 'archivedAt', 'updatedAt', 'version'] as const;

export const findDocument = (ctx: TenantContext, id: string): Promise<DocumentHead | undefined> =>
  documents.find(ctx, id, { columns });

/** The newest documents of some kinds that are not archived. */
export const documentHeads = (
  ctx: TenantContext,
  kind: z.output<typeof RichDocumentKind>[],
  limit: number,
): Promise<DocumentHead[]> =>
  documents.all(ctx, { kind, archivedAt: null }, { columns, orderBy: ['-updatedAt'], limit });
