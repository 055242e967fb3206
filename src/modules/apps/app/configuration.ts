import type { Services, TenantContext } from '#platform/context.ts';
import type { Tenant } from '#platform/db/table.ts';
import { type ObjectSchema, schemaProblem } from '#platform/json-schema.ts';
import { refusal } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { type Installation, installations } from '../tables.ts';

export const ConfigurationNotValid = refusal(
  'configuration_not_valid',
  'The configuration does not match the schema of the release: see `detail`.',
);

const NO_FIELDS: ObjectSchema = { type: 'object', properties: {} };
const CONFIGURATION_BYTES_MAX = 65_536;

type Sealed = Pick<Installation, 'appId' | 'configuration' | 'secretNames' | 'secrets'>;

const purposeOf = ({ organizationId }: { organizationId: string }, appId: string): string =>
  `app configuration ${organizationId} ${appId}`;

/** The configuration with its secrets in plain text: never let it leave the service. */
function openConfiguration(
  ctx: Pick<Services, 'secrets'> & { organizationId: string },
  { appId, configuration, secrets }: Sealed,
): Record<string, unknown> {
  if (secrets === null) return configuration;
  return { ...configuration, ...JSON.parse(ctx.secrets.decrypt(secrets, purposeOf(ctx, appId)).toString()) };
}

interface Configuring {
  before: Sealed | undefined;
  given: Record<string, unknown> | undefined;
  schema: ObjectSchema | null;
  enabled: boolean;
}

/** The columns of a changed configuration. An app that is off may lack fields that are required. */
export function configure(ctx: TenantContext, appId: string, { before, given = {}, schema, enabled }: Configuring) {
  const checked = schema ?? { ...NO_FIELDS, additionalProperties: false };
  const current = before ? openConfiguration(ctx, before) : {};
  // A field that the release no longer knows is left behind.
  const kept = Object.entries(current).filter(([name]) => Object.hasOwn(checked.properties, name));
  const merged = Object.fromEntries(
    Object.entries({ ...Object.fromEntries(kept), ...given }).filter(([, value]) => value !== null),
  );
  const problem = schemaProblem(enabled ? checked : { ...checked, required: [] }, merged, 'body.configuration');
  if (problem) throw ConfigurationNotValid(problem.message, { errors: [problem] });
  if (Buffer.byteLength(JSON.stringify(merged)) > CONFIGURATION_BYTES_MAX)
    throw ConfigurationNotValid(`A configuration has at most ${CONFIGURATION_BYTES_MAX} bytes.`);
  // A secret stays one in a release that declares its field otherwise.
  const isSecret = ([name]: [string, unknown]): boolean =>
    checked.properties[name]?.secret === true || before?.secretNames.includes(name) === true;
  const fields = Object.entries(merged);
  const sealed = fields.filter(isSecret);
  return {
    configuration: Object.fromEntries(fields.filter((field) => !isSecret(field))),
    secretNames: sealed.map(([name]) => name),
    secrets:
      sealed.length === 0
        ? null
        : ctx.secrets.encrypt(JSON.stringify(Object.fromEntries(sealed)), purposeOf(ctx, appId)),
  };
}

export const sealedConfigurations: SealedKind = {
  what: 'secrets of apps',
  sample: async (tenant: Tenant) => {
    const rows = await installations.all(tenant, {}, { columns: ['appId', 'secrets'] });
    const found = rows.find(({ secrets }) => secrets !== null);
    return found ? { sealed: found.secrets!, purpose: purposeOf(tenant, found.appId) } : null;
  },
};
