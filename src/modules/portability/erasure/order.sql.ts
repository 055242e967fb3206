import type { Tx } from '#platform/db/database.ts';
import { rowsOf } from '#platform/db/table.ts';
import type { Reference } from './order.ts';

/** The foreign keys between tables of organizations, as the database has them. */
export const selectReferences = (tx: Tx, tables: string[]) =>
  rowsOf<Reference>(tx)`
    SELECT c.relname AS child, p.relname AS parent, f.confdeltype = 'c' AS cascades,
           ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k (number, place)
                 JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number ORDER BY k.place) AS columns,
           ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k (number, place)
                 JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number ORDER BY k.place) AS targets
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
      AND c.relname = ANY (${tables}::text[]) AND p.relname = ANY (${tables}::text[])`;
