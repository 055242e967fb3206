import { sql } from 'kysely';
import { z } from 'zod';
import { archived, filter, listOf, oneOf, search } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { labelled } from '../file/file.sql.ts';
import { documents, documentVersions } from '../tables.ts';
import { RichDocumentKind } from './document.schema.ts';

export const documentList = listOf(documents, {
  filters: {
    kind: oneOf('kind', RichDocumentKind, 'Documents of one of these kinds.'),
    label: labelled('document'),
    search: search('document', 'Beginnings of words of the title, the labels or the text.'),
    archived,
  },
  sort: { title: 'title', created: 'createdAt', updated: 'updatedAt' },
  order: '-updated',
});

export const versionList = listOf(documentVersions, {
  filters: {},
  scope: { documentId: filter(z.uuid(), (value) => sql`t.document_id = ${value}`) },
  sort: { version: 'version' },
  order: '-version',
});

/** Deletes the versions up to this one, except the first. */
export const deleteOldVersions = ({ tx, organizationId }: Tenant, documentId: string, upTo: number): Promise<unknown> =>
  sql`DELETE FROM document_versions WHERE organization_id = ${organizationId} AND document_id = ${documentId}
      AND version BETWEEN 2 AND ${upTo}::int`.execute(tx);
