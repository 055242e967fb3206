import type { TenantContext } from '#platform/context.ts';
import { indexNewTexts, indexTexts } from '#platform/search/search.sql.ts';
import type { TypeKey } from './data.sql.ts';
import type { RowValues } from './row-keys.ts';

/** Each text field has words of its own, so a search configuration can weigh fields and change without a new index. */
export const searchKind = ({ appId, type }: TypeKey, field: string): string => `app:${appId}:${type}:${field}`;

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

interface IndexedChange {
  id: string;
  before: RowValues | null;
  after: RowValues;
}

/** Makes rows findable by the words of their text fields; only fields that changed are written. */
export async function indexRows(ctx: TenantContext, of: TypeKey, changes: readonly IndexedChange[]): Promise<void> {
  const fresh = new Map<string, Map<string, string[]>>();
  const changed = new Map<string, Map<string, string[]>>();
  for (const { id, before, after } of changes) {
    for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after)])) {
      const texts = textsOf(after[field]);
      const former = textsOf(before?.[field]);
      if (texts.join('\0') === former.join('\0')) continue;
      const fields = before === null ? fresh : changed;
      const rows = fields.get(field) ?? new Map<string, string[]>();
      fields.set(field, rows.set(id, texts));
    }
  }
  await Promise.all([
    ...[...fresh].map(([field, rows]) => indexNewTexts(ctx, searchKind(of, field), rows)),
    ...[...changed].map(([field, rows]) => indexTexts(ctx, searchKind(of, field), rows)),
  ]);
}
