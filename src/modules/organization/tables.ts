import { json, type Row, table } from '#platform/db/table.ts';

export const labels = table('labels');

export const invitations = table('invitations');
export type Invitation = Row<typeof invitations>;

export interface ImportError {
  /** The line of the file, from 1, where it is known. */
  row?: number | undefined;
  /** Its heading. */
  column?: string | undefined;
  message: string;
}
export const imports = table('imports', json<{ errors: ImportError[] }>());
export type Import = Row<typeof imports>;
