import { json, type Row, table } from '#platform/db/table.ts';
import type { RichText } from './document/content.ts';

export const files = table('files');
export type StoredFile = Row<typeof files>;
export const fileContents = table('fileContents');
export type Content = Row<typeof fileContents>;
export const fileLinks = table('fileLinks');
export type FileLink = Row<typeof fileLinks>;
export const fileUsage = table('fileUsage');

interface DocumentSource {
  templateId: string;
  templateVersion: number;
  contactId: string | null;
  invoiceId: string | null;
}
export const documents = table('documents', json<{ source: DocumentSource | null }>());
export type RichDocumentRow = Row<typeof documents>;
export const documentVersions = table('documentVersions', json<{ content: RichText }>());
export const fileTallies = table('fileTallies');
