import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '../context.ts';
import { configured } from '../db/configured.ts';
import { VersionConflict } from '../refusal.ts';
import type { SettingsOf, SettingsSection, Values } from './section.ts';
import { lockSettings, type SettingsOwner, selectSettings, selectSettingsOf, updateSettings } from './settings.sql.ts';

export const readSettings = <S extends SettingsSection>(ctx: TenantContext, section: S): Promise<SettingsOf<S>> =>
  configured(ctx, `settings ${section.name}`, async () => {
    const [row] = await selectSettings(ctx.tx, ofOrganization(ctx), section.name);
    return filled(section, row?.value) as SettingsOf<S>;
  });

/** The settings that some people have in this organization, by person. */
export async function readSettingsOf<S extends SettingsSection>(
  ctx: TenantContext,
  userIds: string[],
  section: S,
): Promise<Map<string, SettingsOf<S>>> {
  const rows = await selectSettingsOf(ctx.tx, ctx.organizationId, userIds, section.name);
  const stored = new Map(rows.map((row) => [row.userId, row.value]));
  return new Map(userIds.map((userId) => [userId, filled(section, stored.get(userId)) as SettingsOf<S>]));
}

/** Every section of an owner, filled with its defaults. A section that was never changed has the version 0. */
export async function readSections(ctx: TenantContext, owner: SettingsOwner, sections: SettingsSection[]) {
  const rows = new Map((await selectSettings(ctx.tx, owner, null)).map((row) => [row.section, row]));
  return {
    sections: Object.fromEntries(sections.map((each) => [each.name, filled(each, rows.get(each.name)?.value)])),
    versions: Object.fromEntries(sections.map((each) => [each.name, rows.get(each.name)?.version ?? 0])),
  };
}

interface SettingsChange {
  value: Values;
  version: number;
  /** The fields that changed, before and after; null where nothing did. */
  changed: { old: Values; new: Values } | null;
}

/** Merges a change into a section. The row is locked first, so that of two changes at once neither is lost. */
export async function changeSection(
  ctx: TenantContext,
  owner: SettingsOwner,
  section: SettingsSection,
  change: Values,
  version: number | undefined,
): Promise<SettingsChange> {
  const row = await lockSettings(ctx.tx, owner, section.name, ctx.now);
  if (version !== undefined && version !== row.version) throw VersionConflict();
  const before = filled(section, row.value);
  const fields = Object.keys(change).filter((field) => !isDeepStrictEqual(change[field], before[field]));
  if (fields.length === 0) return { value: before, version: row.version, changed: null };
  const after = { ...before, ...change };
  const defaults = filled(section, {});
  const stored = pick(
    after,
    Object.keys(after).filter((field) => !isDeepStrictEqual(after[field], defaults[field])),
  );
  await updateSettings(ctx.tx, owner, section.name, stored, ctx.now);
  return { value: after, version: row.version + 1, changed: { old: pick(before, fields), new: pick(change, fields) } };
}

export const ofOrganization = (ctx: TenantContext): SettingsOwner => ({
  organizationId: ctx.organizationId,
  userId: null,
});

/** A stored value that the schema of today no longer knows gives way to the default. */
function filled(section: SettingsSection, stored: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(section.schema.shape).map(([name, field]) => {
      const parsed = field.safeParse(stored[name]);
      return [name, parsed.success ? parsed.data : field.parse(undefined)];
    }),
  );
}

const pick = (values: Values, fields: string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));
