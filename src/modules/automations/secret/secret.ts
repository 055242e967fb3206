import type { z } from 'zod';
import type { Services, TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { sealedColumn } from '#platform/verification.ts';
import { type Secret, secrets } from '../tables.ts';
import type { GivenAutomationSecret } from './secret.schema.ts';
import { selectUser } from './secret.sql.ts';

export const SecretNameTaken = refusal(
  'secret_name_taken',
  'Another secret has this name: choose a different one, or change that secret.',
  409,
);
export const SecretInUse = refusal(
  'secret_in_use',
  'An enabled automation uses this secret: disable or change the automation first.',
  409,
);
export const TooManySecrets = refusal('too_many_secrets', 'An organization has at most 100 secrets: delete one first.');

const SECRETS_MAX = 100;

export const purposeOf = ({ organizationId }: { organizationId: string }, id: string): string =>
  `automation secret ${organizationId} ${id}`;

export async function createSecret(ctx: TenantContext, { value, ...given }: z.output<typeof GivenAutomationSecret>) {
  if ((await secrets.countForLimit(ctx)) >= SECRETS_MAX) throw TooManySecrets();
  const id = newId();
  const sealed = ctx.secrets.encrypt(value, purposeOf(ctx, id));
  return secrets.insert(ctx, { ...given, id, value: sealed }).catch(refuseTaken);
}

/** The value is given again with every change: who may only change the hosts could send it to their own. */
export async function replaceSecret(
  ctx: TenantContext,
  id: string,
  { value, ...given }: z.output<typeof GivenAutomationSecret>,
) {
  const before = await secrets.lock(ctx, id);
  if (given.name !== before.name) await requireUnused(ctx, before.name);
  const sealed = ctx.secrets.encrypt(value, purposeOf(ctx, id));
  return secrets.update(ctx, id, { ...given, value: sealed, updatedAt: ctx.now }).catch(refuseTaken);
}

export async function deleteSecret(ctx: TenantContext, id: string): Promise<void> {
  const { name } = await secrets.lock(ctx, id);
  await requireUnused(ctx, name);
  await secrets.delete(ctx, id);
}

async function requireUnused(ctx: TenantContext, name: string): Promise<void> {
  const user = await selectUser(ctx, name);
  if (user) throw SecretInUse(`The automation ${user.name} uses this secret: disable it first.`);
}

const refuseTaken = onViolation('automation_secrets_name', () => SecretNameTaken.at('body.name', 'taken'));

export const openSecret = (services: Pick<Services, 'secrets'>, tenant: { organizationId: string }, secret: Secret) =>
  services.secrets.decrypt(secret.value, purposeOf(tenant, secret.id)).toString();

export const sealedSecrets = sealedColumn('secrets of automations', secrets, 'value', purposeOf);
