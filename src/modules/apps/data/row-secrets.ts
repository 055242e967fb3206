import type { Services, TenantContext } from '#platform/context.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { SealedKind } from '#platform/verification.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';
import type { DataRow } from '../tables.ts';
import { selectSealedRow } from './data.sql.ts';
import type { RowValues } from './row-keys.ts';

const purposeOf = ({ organizationId }: { organizationId: string }, id: string): string =>
  `app data ${organizationId} ${id}`;

/** All fields of a row, with those that are secret in plain text: never let them leave the service. */
export function openRow(
  ctx: Pick<Services, 'secrets'> & { organizationId: string },
  { id, data, secrets }: Pick<DataRow, 'id' | 'data' | 'secrets'>,
): RowValues {
  if (secrets === null) return data;
  return { ...data, ...JSON.parse(ctx.secrets.decrypt(secrets, purposeOf(ctx, id)).toString()) };
}

/**
 * The columns of a row: fields that its type declares secret are encrypted together. A secret that the row had stays one, also if a
 * later release declares its field otherwise.
 */
export function sealRow(
  ctx: TenantContext,
  type: DataTypeManifest,
  { id, values, before }: { id: string; values: RowValues; before: Pick<DataRow, 'secretNames'> | null },
) {
  const isSecret = ([name]: [string, unknown]): boolean =>
    isDeclaredSecret(type, name) || before?.secretNames.includes(name) === true;
  const fields = Object.entries(values);
  const sealed = fields.filter(isSecret);
  const secrets = sealed.length === 0 ? null : JSON.stringify(Object.fromEntries(sealed));
  return {
    data: Object.fromEntries(fields.filter((field) => !isSecret(field))),
    secretNames: sealed.map(([name]) => name),
    secrets: secrets === null ? null : ctx.secrets.encrypt(secrets, purposeOf(ctx, id)),
  };
}

/** Whether a row shows a field that its type declares secret now: it was written under another release. */
export const isExposed = (type: DataTypeManifest, { data }: Pick<DataRow, 'data'>): boolean =>
  Object.keys(data).some((name) => isDeclaredSecret(type, name));

const isDeclaredSecret = ({ schema }: DataTypeManifest, name: string): boolean =>
  schema.properties[name]?.secret === true;

export const sealedRows: SealedKind = {
  what: 'secret fields of app data',
  sample: async (tenant: Tenant) => {
    const found = await selectSealedRow(tenant);
    return found ? { sealed: found.secrets, purpose: purposeOf(tenant, found.id) } : null;
  },
};
