import pg from 'pg';

/** Thrown to run the whole unit of work again, as after a deadlock. */
export class RetryTransaction extends Error {}

/**
 * The meaning of a failure of the database for the unit of work that met it:
 * - `collision`: another transaction was in the way. The unit runs again.
 * - `stale`: a migration changed the columns of a prepared statement. The unit runs again on a new connection.
 * - `outage`: the database cannot serve now. The caller gets 503, and the connection is discarded.
 * - `readOnly`: the same, because the server is a standby or was demoted; in a read-only unit it is a bug.
 * - `busy`: a lock was not available in time. The caller gets 503.
 */
type FailureKind = 'collision' | 'stale' | 'outage' | 'readOnly' | 'busy';

/** By SQLSTATE, or by its first two characters for a whole class. */
const kinds: Record<string, FailureKind> = {
  '40001': 'collision', // serialization_failure, also a conflict with the recovery of a standby
  '40P01': 'collision', // deadlock_detected
  '0A000': 'stale', // cached plan must not change result type
  '25006': 'readOnly', // read_only_sql_transaction
  '55P03': 'busy', // lock_not_available: lock_timeout
  '57014': 'outage', // query_canceled: statement_timeout, or an operator
  '57P01': 'outage', // admin_shutdown
  '57P02': 'outage', // crash_shutdown
  '57P03': 'outage', // cannot_connect_now: starting, stopping or recovering
  '57P04': 'outage', // database_dropped
  '57P05': 'outage', // idle_session_timeout
  '25P03': 'outage', // idle_in_transaction_session_timeout
  '25P04': 'outage', // transaction_timeout
  '08': 'outage', // connection_exception; 08P01 is how pgbouncer reports a missing server
  '53': 'outage', // disk full, out of memory, too many connections
  '58030': 'outage', // io_error
  '28': 'outage', // invalid_authorization_specification: only a new connection meets it
  '3D000': 'outage', // the database does not exist
  ECONNRESET: 'outage',
  ECONNREFUSED: 'outage',
  EPIPE: 'outage',
  ETIMEDOUT: 'outage',
  EHOSTUNREACH: 'outage',
  ENETUNREACH: 'outage',
  ENOTFOUND: 'outage',
  EAI_AGAIN: 'outage',
};

/** The driver reports lost connections without a code. */
const DRIVER_OUTAGE =
  /^Connection terminated|^timeout expired|^timeout exceeded when trying to connect|^Query read timeout|is not queryable$/;

/** Undefined: not a failure of the database itself but of the statement, so a bug or a constraint. */
export function kindOfFailure(error: unknown): FailureKind | undefined {
  if (error instanceof RetryTransaction) return 'collision';
  const { code = '', syscall, message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === 'connect' || DRIVER_OUTAGE.test(message)) return 'outage';
  return kinds[code] ?? (SQLSTATE.test(code) ? kinds[code.slice(0, 2)] : undefined);
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Whether the connection that met the failure must not be used again. */
export function breaksConnection(error: unknown): boolean {
  const kind = kindOfFailure(error);
  return kind === 'stale' || kind === 'outage' || kind === 'readOnly';
}

/** Whether nothing of the transaction that failed with this was written: PostgreSQL refused one of its statements, or its COMMIT. */
export const wasRolledBack = (error: unknown): boolean =>
  error instanceof RetryTransaction || error instanceof pg.DatabaseError;

/** Whether a statement failed only because one before it in the same transaction had failed: in_failed_sql_transaction. */
export const isConsequence = (error: unknown): boolean => (error as { code?: string }).code === '25P02';

export const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === '57014';
