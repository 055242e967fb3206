import type { TenantContext } from '#platform/context.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { contacts } from '../tables.ts';
import { SEARCHED_AS } from './list.sql.ts';

/** Makes a contact findable by its names and by the names of contacts that were merged into it. */
export async function indexContacts(ctx: TenantContext, ids: string[]): Promise<void> {
  const names = new Map<string, (string | null)[]>(ids.map((id) => [id, []]));
  for (const { standingId, name, legalName } of await contacts.all(ctx, { standingId: ids })) {
    names.get(standingId)!.push(name, legalName);
  }
  await indexTexts(ctx, SEARCHED_AS, names);
}
