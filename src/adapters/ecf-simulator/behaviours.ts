import type { EcfMessage } from '#modules/filings/index.ts';
import { newId } from '#platform/id.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';

/** The ways in which the simulated authority can misbehave. */
const behaviourKinds = ['down', 'slow', 'answer-lost', 'refuse', 'processing', 'reject', 'conditional'] as const;
type BehaviourKind = (typeof behaviourKinds)[number];

export interface Behaviour {
  kind: BehaviourKind;
  /** Limits it to one organization. */
  organizationId?: string | undefined;
  /** Limits it to one operation of the port, for example `send`. */
  operation?: string | undefined;
  /** How often it strikes; without a number, until it is cleared. */
  times?: number | undefined;
  messages?: EcfMessage[] | undefined;
  /** For a rejection: whether the number is consumed. */
  numberUsed?: boolean | undefined;
}

/** Behaviours are kept in the store, so that one process can set them for calls in another. */
export interface Behaviours {
  next(behaviour: Behaviour): Promise<void>;
  waiting(): Promise<Behaviour[]>;
  clear(organizationId?: string): Promise<void>;
  /** The oldest behaviour of these kinds that applies to this call. */
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

/** Counts one strike; false if another call used the last one. */
const strike = (store: SimulatorStore, { id }: Waiting): Promise<boolean> =>
  store.transaction(async (objects) => {
    const behaviour = await objects.lock<Waiting>('behaviour', id);
    if (!behaviour) return false;
    if (behaviour.times === undefined) return true;
    if (behaviour.times <= 1) return objects.delete('behaviour', id);
    await objects.update('behaviour', id, { ...behaviour, times: behaviour.times - 1 });
    return true;
  });
