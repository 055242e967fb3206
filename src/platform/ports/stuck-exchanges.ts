import { realNow } from '../date.ts';
import type { Engine } from '../engine.ts';
import { selectOrganizationIds } from '../tenants.sql.ts';
import { type StuckExchange, selectStuck } from './exchange.sql.ts';
import type { Exchange } from './exchange.ts';

const ORGANIZATIONS_AT_ONCE = 100;
const FOUND_IN_EACH_MAX = 100;
/** A follow-up that is this late does not come any more. */
const OVERDUE_AFTER = { minutes: 30 };

/** The exchanges of an organization that nobody follows up: without an outcome, or with one that is not booked. */
export const stuckIn = (engine: Engine, organizationId: string): Promise<StuckExchange[]> =>
  engine.within(organizationId, (ctx) => selectStuck(ctx, realNow().subtract(OVERDUE_AFTER), FOUND_IN_EACH_MAX));

export async function* stuckAnywhere(engine: Engine): AsyncGenerator<{ organizationId: string } & StuckExchange> {
  for (let after: string | null = null; ; ) {
    const { result: ids }: { result: string[] } = await engine.run({ readOnly: true }, ({ tx }) =>
      selectOrganizationIds(tx, after, ORGANIZATIONS_AT_ONCE),
    );
    for (const organizationId of ids)
      for (const stuck of await stuckIn(engine, organizationId)) yield { organizationId, ...stuck };
    if (ids.length < ORGANIZATIONS_AT_ONCE) return;
    after = ids.at(-1)!;
  }
}

/** Follows these up again, from now on; answers which. */
export async function resumeStuck(
  engine: Engine,
  exchanges: Exchange[],
  { organizationId, id }: { organizationId: string; id: string },
): Promise<string[]> {
  const kinds = (await stuckIn(engine, organizationId)).filter((stuck) => stuck.id === id).map(({ kind }) => kind);
  const found = exchanges.filter(({ name }) => kinds.includes(name));
  await engine.within(organizationId, async (ctx) => {
    for (const exchange of found) await exchange.resume(ctx, id);
  });
  return found.map(({ name }) => name);
}
