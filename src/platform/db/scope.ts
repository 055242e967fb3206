import { tenantTables } from './columns.ts';
import { snakeCase } from './snake-case.ts';

const MENTION = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+"?(${tenantTables.map(snakeCase).join('|')})"?(?![\\w"])`,
  'gi',
);

/**
 * Refuses a statement that reads or writes rows of organizations without saying whose. Row-level security would still hide
 * the rows of others, but the planner would have to read them first.
 */
export function assertScoped(text: string): void {
  const mentions = [...text.matchAll(MENTION)];
  const scopes = text.match(/\borganization_id\b/g)?.length ?? 0;
  if (mentions.length > scopes) {
    throw new Error(`A statement on ${mentions.map(([, table]) => table).join(', ')} lacks organization_id:\n${text}`);
  }
}
