import type { App } from '#app';
import { createKey } from '#modules/organization/index.ts';
import type { UserActor } from '#platform/auth/actor.ts';
import { type Permission, permissions } from '#platform/auth/permission.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { type Command, OperatorError, UsageError } from './command.ts';
import { selectMembers } from './operator.sql.ts';
import { organizationById } from './organizations.ts';

export const apiKeyCommands: Command[] = [
  {
    words: 'api-key create',
    summary: 'Create an API key on behalf of the owner; the secret is shown once.',
    options: {
      organization: { value: 'id', required: true },
      name: { value: 'name', required: true },
      permissions: { value: 'a:read,b:write' },
    },
    run: (operator, { values }) => {
      const wanted = (values.permissions?.split(',') as Permission[] | undefined) ?? permissions();
      const unknown = wanted.filter((permission) => !permissions().includes(permission));
      if (unknown.length > 0) throw new UsageError(`Unknown permission: ${unknown.join(', ')}.`);
      return operator.withService(async (app) => {
        const organizationId = values.organization!;
        await organizationById(app, organizationId);
        const owner = await ownerOf(app, organizationId);
        const fields = { name: values.name!, permissions: wanted, addresses: [], expiresAt: null };
        const { result: key } = await app.engine.run({}, async (ctx) =>
          createKey(await ctx.enter(organizationId, owner), fields),
        );
        operator.print(`id      ${key.id}`);
        operator.print(`secret  ${key.secret}`);
      });
    },
  },
];

/** The operator acts as the owner, who counts as freshly authenticated. */
async function ownerOf(app: App, organizationId: string): Promise<UserActor> {
  const { result: members } = await app.engine.run({ readOnly: true }, (ctx) => selectMembers(ctx.tx, organizationId));
  const owner = members.find(({ role }) => role === 'owner');
  if (!owner?.email) throw new OperatorError('This organization has no owner.');
  return {
    kind: 'user',
    userId: owner.id,
    email: owner.email,
    name: owner.name,
    sessionId: 'operator',
    sessionKind: 'token',
    authenticatedAt: toTimestamp(realNow()),
  };
}
