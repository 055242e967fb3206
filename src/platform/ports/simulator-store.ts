import { realNow } from '../date.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import {
  deleteObject,
  insertObject,
  lockFreeObjects,
  lockObject,
  selectObject,
  selectObjects,
  updateObject,
} from './simulator-objects.sql.ts';

/** The memory of a simulated provider: its side of the world, shared by all processes and kept over restarts. */
export interface SimulatorStore {
  transaction<T>(work: (objects: SimulatorObjects) => Promise<T>): Promise<T>;
}

/** JSON objects by kind and id. The reader knows the shape of its kinds. */
export interface SimulatorObjects {
  find<T>(kind: string, id: string): Promise<T | null>;
  lock<T>(kind: string, id: string): Promise<T | null>;
  /** The objects of an owner, newest first. */
  list<T>(kind: string, owner: string, limit: number): Promise<T[]>;
  /** Oldest first, for work of one process at a time: objects that another one holds are skipped. */
  take<T>(kind: string, owner: string, limit: number): Promise<T[]>;
  /** False where it exists already. */
  insert(kind: string, id: string, owner: string, body: object): Promise<boolean>;
  update(kind: string, id: string, body: object): Promise<void>;
  /** False where there was none. */
  delete(kind: string, id: string): Promise<boolean>;
}

export const simulatorStore = (database: Database, simulator: string): SimulatorStore => ({
  transaction: (work) => database.transaction({}, (tx) => work(objectsIn(tx, simulator))),
});

function objectsIn(tx: Tx, simulator: string): SimulatorObjects {
  const bodyOf = <T>(row: { body: unknown } | undefined): T | null => (row?.body as T | undefined) ?? null;
  const bodiesOf = <T>(rows: { body: unknown }[]): T[] => rows.map(({ body }) => body as T);
  return {
    find: async (kind, id) => bodyOf(await selectObject(tx, simulator, kind, id)),
    lock: async (kind, id) => bodyOf(await lockObject(tx, simulator, kind, id)),
    list: async (kind, owner, limit) => bodiesOf(await selectObjects(tx, simulator, kind, owner, limit)),
    take: async (kind, owner, limit) => bodiesOf(await lockFreeObjects(tx, simulator, kind, owner, limit)),
    insert: (kind, id, owner, body) =>
      insertObject(tx, { simulator, kind, id, owner, body: JSON.stringify(body), createdAt: realNow() }),
    update: async (kind, id, body) => void (await updateObject(tx, simulator, kind, id, JSON.stringify(body))),
    delete: (kind, id) => deleteObject(tx, simulator, kind, id),
  };
}
