import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { openInstalled } from '../data/installed-type.ts';
import { textFields } from '../data/list.ts';
import { searchConfigs } from '../tables.ts';
import type { NewSearchConfig, SearchConfigChange, SearchField } from './search-config.schema.ts';

export const SearchConfigNameTaken = refusal(
  'search_config_name_taken',
  'This type already has a configuration with this name: choose a different one.',
  409,
);
export const TooManySearchConfigs = refusal(
  'too_many_search_configs',
  'An app has at most 100 search configurations: delete one first.',
);

const CONFIGS_MAX = 100;

export async function createSearchConfig(ctx: TenantContext, given: z.output<typeof NewSearchConfig>) {
  await checkFields(ctx, given, 'body.appId');
  if ((await searchConfigs.countForLimit(ctx, { appId: given.appId })) >= CONFIGS_MAX) throw TooManySearchConfigs();
  return searchConfigs.insert(ctx, given).catch(refuseTaken);
}

export async function changeSearchConfig(
  ctx: TenantContext,
  id: string,
  { version, ...change }: z.output<typeof SearchConfigChange>,
) {
  const before = await searchConfigs.lock(ctx, id, version);
  await checkFields(ctx, { ...before, ...change });
  return searchConfigs.change(ctx, id, { ...change, updatedAt: ctx.now }).catch(refuseTaken);
}

interface Searched {
  appId: string;
  type: string;
  fields?: SearchField[] | undefined;
  filters?: string[] | undefined;
}

/** A configuration names text fields to search and fields to filter that its type has. */
async function checkFields(
  ctx: TenantContext,
  { appId, type: name, fields = [], filters = [] }: Searched,
  named?: 'body.appId',
): Promise<void> {
  const { manifest } = await openInstalled(ctx, appId, { field: named });
  const type = manifest.dataTypes.find((each) => each.name === name);
  if (!type) throw unknownReference('body.type', 'This type of data');
  const texts = textFields(type);
  const wrong = fields.findIndex(({ field }) => !texts.includes(field));
  if (wrong >= 0) throw unknownReference(`body.fields[${wrong}].field`, 'This text field');
  const unknown = filters.findIndex((field) => !Object.hasOwn(type.schema.properties, field));
  if (unknown >= 0) throw unknownReference(`body.filters[${unknown}]`, 'This field');
}

const refuseTaken = onViolation('app_search_configs_name', () => SearchConfigNameTaken.at('body.name', 'taken'));
