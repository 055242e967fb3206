import { isDeepStrictEqual } from 'node:util';
import type { FirstStatement } from '../db/database.ts';
import type { Caller } from './actor.ts';
import { type SessionRow, sessionQuery } from './callers.sql.ts';

const CALLERS_MAX = 10_000;

/** A caller that was found before, and that the transaction of the request must confirm. */
export interface RememberedCaller {
  caller: Caller;
  /** Confirms that the caller is the same as before; otherwise nothing of the transaction takes effect. */
  first: FirstStatement;
  isConfirmed(): boolean;
}

/** The caller is no longer what it was. */
export class CallerChanged extends Error {}

interface Entry {
  row: SessionRow;
  caller: Caller;
}

/** The callers of this process by the hashes of their secrets: the least recently added makes room for a new one. */
export class RecentCallers {
  readonly #entries = new Map<string, Entry>();

  add(secretHash: Buffer, organizationId: string | null, row: SessionRow, caller: Caller): void {
    if (this.#entries.size >= CALLERS_MAX) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(keyOf(secretHash, organizationId), { row, caller });
  }

  /** `kind` is how the secret was sent: a cookie is no token, and a token no cookie. */
  find(
    secretHash: Buffer,
    kind: 'cookie' | 'token',
    organizationId: string | null,
    onConfirmed: (row: SessionRow) => void,
  ): RememberedCaller | null {
    const key = keyOf(secretHash, organizationId);
    const known = this.#entries.get(key);
    if (known?.row.kind !== kind) return null;
    let confirmed = false;
    const accept = (rows: unknown[]) => {
      const row = rows[0] as SessionRow | undefined;
      confirmed = row !== undefined && isSame(row, known.row);
      if (!confirmed) {
        this.#entries.delete(key);
        throw new CallerChanged();
      }
      onConfirmed(row!);
      return { configurationVersion: row!.configurationVersion ?? 0n };
    };
    return {
      caller: known.caller,
      first: { query: sessionQuery(secretHash, organizationId), accept },
      isConfirmed: () => confirmed,
    };
  }
}

const keyOf = (secretHash: Buffer, organizationId: string | null): string =>
  `${secretHash.toString('base64')} ${organizationId ?? ''}`;

const isSame = (row: SessionRow, known: SessionRow): boolean =>
  isDeepStrictEqual(
    { ...row, lastUsedAt: null, configurationVersion: null },
    { ...known, lastUsedAt: null, configurationVersion: null },
  );
