import type { EcfMessage } from '#modules/filings/index.ts';
import { newId } from '#platform/id.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';

/** What the authority can do to a caller beside accepting everything that is right. */
export const behaviourKinds = ['down', 'slow', 'answer-lost', 'refuse', 'processing', 'reject', 'conditional'] as const;
export type BehaviourKind = (typeof behaviourKinds)[number];

export interface Behaviour {
  kind: BehaviourKind;
  /** Only towards this organization; otherwise towards anyone. */
  organizationId?: string | undefined;
  /** Only for this operation of the port, `send` for example. */
  operation?: string | undefined;
  /** How often; until it is cleared where it is left out. */
  times?: number | undefined;
  messages?: EcfMessage[] | undefined;
  /** Of a rejection: whether the number is used up. */
  numberUsed?: boolean | undefined;
}

/** Behaviours wait in the store, so that a page in one process can upset the next call in another. */
export interface Behaviours {
  next(behaviour: Behaviour): Promise<void>;
  waiting(): Promise<Behaviour[]>;
  clear(organizationId?: string): Promise<void>;
  /** The behaviour that strikes this call, oldest first, of those among `kinds`. */
  take(organizationId: string, operation: string, kinds: readonly BehaviourKind[]): Promise<Behaviour | null>;
}

const WAITING_MAX = 100;
type Waiting = Behaviour & { id: string };

export function behavioursIn(store: SimulatorStore): Behaviours {
  const list = async () =>
    (await store.transaction((objects) => objects.list<Waiting>('behaviour', 'waiting', WAITING_MAX))).reverse();
  return {
    next: async (behaviour) => {
      const id = newId();
      await store.transaction((objects) => objects.insert('behaviour', id, 'waiting', { ...behaviour, id }));
    },
    waiting: list,
    clear: async (organizationId) => {
      for (const behaviour of await list())
        if (!organizationId || behaviour.organizationId === organizationId)
          await store.transaction((objects) => objects.delete('behaviour', behaviour.id));
    },
    take: async (organizationId, operation, kinds) => {
      for (const behaviour of await list()) {
        const isMeant =
          kinds.includes(behaviour.kind) &&
          (behaviour.organizationId ?? organizationId) === organizationId &&
          (behaviour.operation ?? operation) === operation;
        if (isMeant && (await strike(store, behaviour))) return behaviour;
      }
      return null;
    },
  };
}

/** Counts one strike; false where another call took the last one. */
const strike = (store: SimulatorStore, { id }: Waiting): Promise<boolean> =>
  store.transaction(async (objects) => {
    const behaviour = await objects.lock<Waiting>('behaviour', id);
    if (!behaviour) return false;
    if (behaviour.times === undefined) return true;
    if (behaviour.times <= 1) return objects.delete('behaviour', id);
    await objects.update('behaviour', id, { ...behaviour, times: behaviour.times - 1 });
    return true;
  });
