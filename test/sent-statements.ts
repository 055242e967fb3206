import pg from 'pg';

/**
 * The statements that connections of this process send while `work` runs, by packet: statements of one turn of the event loop
 * leave together. Only packets with a statement that mentions `about`, because workers send statements at any time.
 */
export async function packetsDuring(about: string, work: () => Promise<unknown>): Promise<string[][]> {
  const packets: { client: unknown; statements: string[] }[] = [];
  const open = new Set<unknown>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    if (!open.has(this)) {
      packets.push({ client: this, statements: [] });
      open.add(this);
      process.nextTick(() => open.delete(this));
    }
    const query = given[0] as { text: string; texts?: string[] } | string;
    // A command of several statements has no parameters.
    const statements = typeof query === 'string' ? query.split(/;\s*/) : (query.texts ?? [query.text]);
    packets.findLast(({ client }) => client === this)!.statements.push(...statements);
    return (original as (...parameters: unknown[]) => unknown).apply(this, given);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return packets.map(({ statements }) => statements).filter((each) => each.some((text) => text.includes(about)));
}
