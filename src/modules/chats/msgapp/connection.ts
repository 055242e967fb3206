import { createHash } from 'node:crypto';
import { findOrganization } from '#modules/organization/index.ts';
import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import type { Steps, TenantContext, TenantSteps } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { orNotFound, refusal } from '#platform/refusal.ts';
import { sealedColumn } from '#platform/verification.ts';
import { providerNamed } from '../channel/credentials.ts';
import type { Messaging } from '../messaging.port.ts';
import { type Connection, connections } from '../tables.ts';

export const SignUpUnavailable = refusal(
  'sign_up_unavailable',
  'This service has no app at the provider: add an account with its own token instead.',
);
export const CodeUsed = refusal(
  'code_used',
  'The connection was made with another code: start the sign-up again.',
  409,
);
export const SignUpNeeded = refusal('sign_up_needed', 'Nobody has signed up yet: open the sign-up address first.', 409);

const CAPABILITY = 'msgapp-sign-up';
const SIGN_UP_WITHIN = { hours: 24 };

const purposeOf = (organizationId: string, id: string): string => `msgapp ${organizationId} ${id}`;
const returnUrlOf = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}/v2/channel/msgapp/return`;

export const sealedConnections = sealedColumn(
  'tokens of the messaging app',
  connections,
  'sealed',
  ({ organizationId }, id) => purposeOf(organizationId, id),
);

export const tokenOf = ({ secrets, organizationId }: TenantContext, { id, sealed }: Connection): string =>
  secrets.decrypt(sealed!, purposeOf(organizationId, id)).toString();

export function providerOf(ctx: TenantContext, connection: Connection): Messaging {
  const accessToken = connection.sealed ? tokenOf(ctx, connection) : '';
  return providerNamed(ctx, connection.adapter, { address: '', account: '', accessToken });
}

/** Where to send the owner of the account. One that is still open is given again. */
export async function beginSignUp(ctx: TenantContext, adapter: string) {
  const open = await connections.find(
    ctx,
    { adapter, authorizedAt: null, createdBy: ctx.userId },
    { orderBy: ['-createdAt'] },
  );
  const isOpen = open?.stateKey && isAfter(open.expiresAt, realNow());
  const connection = isOpen ? open : await insertConnection(ctx, adapter);
  const url = providerOf(ctx, connection).setUp.signUpUrl(connection.stateKey!, returnUrlOf(ctx));
  if (url === null) throw SignUpUnavailable();
  return { url, connectionId: connection.id, expiresAt: connection.expiresAt };
}

async function insertConnection(ctx: TenantContext, adapter: string): Promise<Connection> {
  const [id, expiresAt] = [newId(), realNow().add(SIGN_UP_WITHIN)];
  const opens = { organizationId: ctx.organizationId, kind: CAPABILITY, entityId: id };
  const stateKey = await grantCapability(ctx, opens, { prefix: 'wsu', expiresAt });
  return connections.insert(ctx, { id, adapter, stateKey, expiresAt });
}

/** A connection with a token that was made elsewhere, by a system user of the account. */
export async function insertToken(ctx: TenantContext, adapter: string, accessToken: string): Promise<Connection> {
  const id = newId();
  return connections.insert(ctx, {
    id,
    adapter,
    sealed: ctx.secrets.encrypt(accessToken, purposeOf(ctx.organizationId, id)),
    expiresAt: realNow(),
    authorizedAt: ctx.now,
  });
}

/** Exchanges the code of a sign-up for a token. The same code again is the same connection. */
export async function authorize(
  steps: Pick<TenantSteps, 'transaction'>,
  connectionId: string,
  code: string,
  returnUrl: string | null,
): Promise<void> {
  const codeHash = createHash('sha256').update(code).digest();
  const isSame = ({ codeHash: known }: Connection): boolean => known !== null && codeHash.equals(known);
  const found = await steps.transaction(async (ctx) => {
    const connection = await connections.get(ctx, connectionId);
    if (connection.authorizedAt === null) return { provider: providerOf(ctx, connection) };
    if (!isSame(connection)) throw CodeUsed();
    return null;
  });
  if (!found) return;
  const { accessToken } = await found.provider.setUp.exchangeCode(code, returnUrl);
  await steps.transaction(async (ctx) => {
    const connection = await connections.lock(ctx, connectionId);
    if (connection.authorizedAt !== null && !isSame(connection)) throw CodeUsed();
    const sealed = ctx.secrets.encrypt(accessToken, purposeOf(ctx.organizationId, connectionId));
    await connections.update(ctx, connectionId, { sealed, codeHash, stateKey: null, authorizedAt: ctx.now });
    await revokeCapabilities(ctx, { organizationId: ctx.organizationId, kind: CAPABILITY, entityId: connectionId });
  });
}

/** The owner comes back from the provider with a code. The key names the connection, and works once. */
export async function returnFromSignUp(steps: Steps, { state, code }: { state: string; code: string }) {
  const opened = orNotFound(await steps.transaction((ctx) => resolveCapability(ctx, state, CAPABILITY)));
  const tenant = steps.enter(opened.organizationId);
  await authorize(tenant, opened.entityId, code, returnUrlOf(steps));
  const organization = await tenant.transaction((ctx) => findOrganization(ctx.tx, ctx.organizationId));
  return { organizationName: organization?.name ?? '', isConnected: true as const };
}
