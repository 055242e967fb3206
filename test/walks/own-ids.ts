import type { Route } from '#platform/http/route.ts';
import type { Business } from '#test/harness.ts';
import { type Input, jsonSchemaOf } from './requests.ts';
import { asOwner, readTables } from './rows.ts';
import { type Place, placesOf, withValue } from './schema-paths.ts';

/** An id of the organization for each table that has one: `projects` → its project. */
export type OwnIds = ReadonlyMap<string, string>;

export async function ownIds(business: Business): Promise<OwnIds> {
  const ids = new Map<string, string>();
  const own = (await readTables()).filter(
    ({ columns }) => columns.includes('id') && columns.includes('organization_id'),
  );
  for (const { name } of own) {
    const [row] = await asOwner<{ id: string }>(`SELECT id::text FROM ${name} WHERE organization_id = $1 LIMIT 1`, [
      business.id,
    ]);
    if (row) ids.set(name, row.id);
  }
  return ids;
}

/** Names of fields and path words whose table is called otherwise. */
const tableNames: Record<string, string> = {
  beneficiary: 'contacts',
  column: 'board_columns',
  task: 'board_tasks',
  invoice: 'pending_records',
  conversationDiffusion: 'diffusions',
  searchConfig: 'app_search_configs',
};

const tableOf = (word: string): string => {
  const plural = `${word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`.replace(/ys$/, 'ies');
  return tableNames[word] ?? plural;
};

/** The example with references to rows that exist, as far as the names of fields and paths identify them. */
export function withOwnIds(route: Route, example: Input, ids: OwnIds): Input {
  const subject = route.path.startsWith('/v1/record/pending') ? 'pendingRecord' : (route.path.split('/')[2] ?? '');
  const idAt = (name: string): string | undefined => {
    const word = /^id$/.test(name) ? subject.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) : name;
    return ids.get(tableOf(word.replace(/Ids?$/, '')));
  };
  const filled = { ...example };
  for (const part of ['params', 'query', 'body'] as const) {
    for (const { path } of placesOf(jsonSchemaOf(route[part]))) {
      const present = path.reduce<unknown>((value, step) => (value as never)?.[step], filled[part]);
      const name = nameAt(path);
      const id = typeof present === 'string' && /^ids?$|Ids?$/.test(name) ? idAt(name) : undefined;
      const changed = id && withValue(filled[part], path, id);
      if (changed) filled[part] = changed.value as never;
    }
  }
  return filled;
}

const nameAt = (path: Place['path']): string => path.findLast((step) => typeof step === 'string') ?? '';
