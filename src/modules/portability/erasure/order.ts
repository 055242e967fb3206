/** A foreign key of one table to another, or to itself. */
export interface Reference {
  child: string;
  parent: string;
  /** Whether rows of the child go with those of the parent. */
  cascades: boolean;
  columns: string[];
  targets: string[];
}

/** A table, and the keys by which its rows refer to others of it. */
export interface ErasedTable {
  name: string;
  toItself: Reference[];
}

/**
 * The order in which tables can be emptied in batches: a table comes after those that refer to it. Where two refer to each other, the one
 * whose rows take the others with them is first.
 */
export function erasureOrder(tables: readonly string[], references: readonly Reference[]): ErasedTable[] {
  const left = new Set(tables);
  const between = references.filter(({ child, parent }) => child !== parent);
  const isFree = (name: string, passOver: boolean): boolean =>
    !between.some(({ child, parent, cascades }) => parent === name && left.has(child) && !(passOver && cascades));
  const order: ErasedTable[] = [];
  while (left.size > 0) {
    const all = [...left];
    const next = all.find((name) => isFree(name, false)) ?? all.find((name) => isFree(name, true));
    if (next === undefined) throw new Error(`These tables refer to each other: ${all.join(', ')}.`);
    left.delete(next);
    const toItself = references.filter(({ child, parent, cascades }) => child === next && parent === next && !cascades);
    order.push({ name: next, toItself });
  }
  return order;
}
