import { contactDataOf, selectContactNames } from '#modules/contacts/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** Values by the name of their variable: `contact.name`. */
export type Variables = Record<string, string>;

/** A name may be that of a column: `{{file.Monto total}}`. */
const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

export const variableNames = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name!);

/** Fills variables such as `{{contact.name}}` in. One that nobody knows is left empty. */
export const fillVariables = (text: string, values: Variables): string =>
  text.replace(VARIABLE, (_, name: string) => values[name] ?? '');

/** The variables of some contacts, in two statements however many they are. */
export async function contactVariables(ctx: TenantContext, contactIds: string[]): Promise<Map<string, Variables>> {
  const [names, data] = await Promise.all([selectContactNames(ctx, contactIds), contactDataOf(ctx, contactIds)]);
  const byContact = Map.groupBy(data, ({ contactId }) => contactId);
  return new Map(
    names.map(({ id, name }) => {
      // The primary one of a kind comes first.
      const first = (kind: string) => byContact.get(id)?.find((each) => each.kind === kind)?.value ?? '';
      const [firstName = ''] = name.split(/\s+/);
      const email = first('email');
      return [
        id,
        {
          'contact.name': name,
          'contact.firstName': firstName,
          'contact.email': email,
          'contact.phone': first('phone'),
        },
      ];
    }),
  );
}

/** The variables of the sender. */
export async function ownVariables(ctx: TenantContext): Promise<Variables> {
  const organization = await findOrganization(ctx.tx, ctx.organizationId);
  return {
    'organization.name': organization?.name ?? '',
    'agent.name': ctx.actor.kind === 'user' ? ctx.actor.name : '',
  };
}
