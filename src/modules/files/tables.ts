import { type Row, table } from '#platform/db/table.ts';

export const files = table('files');
export type StoredFile = Row<typeof files>;
export const fileContents = table('fileContents');
export type Content = Row<typeof fileContents>;
export const fileLinks = table('fileLinks');
export type FileLink = Row<typeof fileLinks>;
export const fileUsage = table('fileUsage');
export const fileReservations = table('fileReservations');
