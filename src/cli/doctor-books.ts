import type { App } from '#app';
import type { TenantContext } from '#platform/context.ts';
import { recountEvents } from '#platform/events/events.sql.ts';
import { sealedConnections } from '#platform/ports/connections.ts';
import type { Recount, SealedKind } from '#platform/verification.ts';
import { countAll, selectOrganizationIds } from './doctor.sql.ts';

const ORGANIZATIONS_AT_ONCE = 500;
/** Enough to meet every kind of encrypted value in practice, few enough for a quick check. */
const ORGANIZATIONS_SAMPLED_MAX = 2_000;
const NAMED_MAX = 5;

export interface Check {
  name: string;
  look: (app: App) => Promise<string>;
  /** It reads tables, so it is skipped before the first migration. */
  needsTables?: boolean;
}

/** Checks that read every row, so they run only on request. */
export const bookChecks: Check[] = [
  { name: 'books: people and organizations', look: countEveryone, needsTables: true },
  { name: 'books', look: recountEverything, needsTables: true },
];

async function countEveryone(app: App): Promise<string> {
  const { organizations, users } = await app.database.lookUp(countAll);
  return `${organizations} organizations, ${users} users`;
}

async function recountEverything(app: App): Promise<string> {
  const recounts: Recount[] = [
    { what: 'events', recount: recountEvents },
    ...app.engine.modules.flatMap(({ recounts = [] }) => recounts),
  ];
  const totals = new Map(recounts.map(({ what }) => [what, 0n]));
  const wrong: string[] = [];
  for await (const organizationId of organizationIds(app)) {
    for (const { what, recount } of recounts) {
      const { counted, differences } = await inOrganization(app, organizationId, recount);
      totals.set(what, totals.get(what)! + counted);
      if (differences > 0) wrong.push(`${what} of ${organizationId} (${differences})`);
    }
  }
  const text = [...totals].map(([what, count]) => `${count} ${what}`).join(', ');
  if (wrong.length === 0) return text;
  throw new Error(`${text}; ${wrong.length} differ: ${wrong.slice(0, NAMED_MAX).join(', ')}`);
}

/** Opens one value of every kind that is stored encrypted. */
export async function trySecrets(app: App): Promise<{ tried: string[]; broken: string[] }> {
  const kinds: SealedKind[] = [sealedConnections, ...app.engine.modules.flatMap(({ sealed = [] }) => sealed)];
  const open = new Map(kinds.map((kind) => [kind.what, kind]));
  const [tried, broken]: [string[], string[]] = [[], []];
  let left = ORGANIZATIONS_SAMPLED_MAX;
  for await (const organizationId of organizationIds(app)) {
    if (open.size === 0 || left-- === 0) break;
    for (const { what, sample } of [...open.values()]) {
      const found = await inOrganization(app, organizationId, sample);
      if (!found) continue;
      open.delete(what);
      (opens(app, found) ? tried : broken).push(what);
    }
  }
  return { tried, broken };
}

function opens(app: App, { sealed, purpose }: { sealed: Buffer; purpose: string }): boolean {
  try {
    app.engine.services.secrets.decrypt(sealed, purpose);
    return true;
  } catch {
    return false;
  }
}

const inOrganization = <T>(app: App, id: string, work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
  app.engine.within(id, work);

async function* organizationIds(app: App): AsyncIterable<string> {
  for (let after: string | null = null, more = true; more; ) {
    const from: string | null = after;
    const ids: string[] = await app.database.lookUp((tx) => selectOrganizationIds(tx, from, ORGANIZATIONS_AT_ONCE));
    yield* ids;
    after = ids.at(-1) ?? null;
    more = ids.length === ORGANIZATIONS_AT_ONCE;
  }
}
