import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

const LONG_STATEMENT_MS = 600_000;

/** Nightly recounts may take longer than a request that somebody waits for. */
export const allowLongStatements = (tx: Tx): Promise<unknown> =>
  sql.raw(`SET LOCAL statement_timeout = ${LONG_STATEMENT_MS}`).execute(tx);
