import { newId } from '../id.ts';
import { ProviderTimeout, ProviderUnavailable } from './port.ts';
import type { SimulatorStore } from './simulator-store.ts';

/** Faults of a call. The first two strike after the provider did the work, the others before. */
export const faultKinds = [
  'timeout-after-commit',
  'error-after-commit',
  'too-many-requests',
  'connection-reset',
] as const;
type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** Only for calls of this organization; otherwise for anyone's. */
  organizationId?: string | undefined;
  /** Only for this operation of the port, `createMerchant` for example. */
  operation?: string | undefined;
}

/** Faults wait in the store, so that a page in one process can upset the next call in another. Each strikes once. */
export interface Faults {
  next(fault: Fault): Promise<void>;
  waiting(): Promise<Fault[]>;
  clear(): Promise<void>;
  take(organizationId: string, operation: string): Promise<FaultKind | null>;
}

const WAITING_MAX = 100;
type Waiting = Fault & { id: string };

export function faultsIn(store: SimulatorStore): Faults {
  const list = async () => {
    const newestFirst = await store.transaction((objects) => objects.list<Waiting>('fault', 'waiting', WAITING_MAX));
    return newestFirst.reverse();
  };
  const remove = ({ id }: Waiting) => store.transaction((objects) => objects.delete('fault', id));
  return {
    next: async (fault) => {
      const id = newId();
      await store.transaction((objects) => objects.insert('fault', id, 'waiting', { ...fault, id }));
    },
    waiting: list,
    clear: async () => {
      for (const fault of await list()) await remove(fault);
    },
    take: async (organizationId, operation) => {
      for (const fault of await list()) {
        const meant =
          (fault.organizationId ?? organizationId) === organizationId && (fault.operation ?? operation) === operation;
        if (meant && (await remove(fault))) return fault.kind;
      }
      return null;
    },
  };
}

/** A call over the wire, as it looks from this end: it may break before the provider does the work, or after. */
export async function overTheWire<T>(fault: FaultKind | null, work: () => Promise<T>): Promise<T> {
  if (fault === 'connection-reset') throw ProviderUnavailable('The connection to the provider was lost.');
  if (fault === 'too-many-requests') throw ProviderUnavailable('The provider is busy.');
  const result = await work();
  if (fault === 'timeout-after-commit') throw ProviderTimeout();
  if (fault === 'error-after-commit') throw ProviderUnavailable('The provider answered with an error.');
  return result;
}
