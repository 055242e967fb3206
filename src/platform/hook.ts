/** A context knows the implementations of every hook, in the order of the modules. */
interface Hookable {
  readonly implementations: readonly Implementation[];
}

/**
 * A point at which a module lets later modules take part in its work. Its owner declares it at its public interface and calls it
 * like any function; implementations run one after the other, in module order, inside the transaction of the caller.
 */
export interface Hook<P extends unknown[]> {
  (...parameters: P): Promise<void>;
  /** For stack traces: `contacts.mergeContacts`. */
  readonly name: string;
}

export interface Implementation<P extends unknown[] = never> {
  readonly hook: Hook<P>;
  readonly run: (...parameters: P) => Promise<unknown>;
}

export function hook<P extends [ctx: Hookable, ...unknown[]]>(name: string): Hook<P> {
  const implementsThis = (candidate: Implementation): candidate is Implementation<P> => candidate.hook === call;
  // Requests call many hooks, and the implementations of a process never change.
  const found = new WeakMap<readonly Implementation[], Implementation<P>[]>();
  const call = async (...parameters: P): Promise<void> => {
    const { implementations } = parameters[0];
    const own = found.get(implementations) ?? implementations.filter(implementsThis);
    found.set(implementations, own);
    for (const { run } of own) await run(...parameters);
  };
  return Object.defineProperty(call, 'name', { value: name });
}

/** Takes part in the work of another module: one entry of a module's `hooks`. */
export const implement = <P extends unknown[]>(
  declared: Hook<P>,
  run: (...parameters: P) => Promise<unknown>,
): Implementation => ({ hook: declared, run });
