const memories = new WeakMap<object, Map<object, unknown>>();

/**
 * Rows that a transaction has locked, as it left them: nobody else can change them before it ends, so they are read once. What
 * changes such rows must change the memory too, or make it forget.
 */
export function remembered<T extends object>(make: () => T): (tx: object) => T {
  const key = {};
  return (tx) => {
    const memory = memories.get(tx) ?? new Map<object, unknown>();
    memories.set(tx, memory);
    if (!memory.has(key)) memory.set(key, make());
    return memory.get(key) as T;
  };
}

/** A part of a transaction has its own memory, and may change the same rows. */
export const forgetRows = (tx: object): void => void memories.delete(tx);
