import { contactDataOf, selectContactNames } from '#modules/contacts/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { type Conversation, conversationSources } from '../tables.ts';

/** Values by the name of their variable: `contact.name`. */
type Variables = Record<string, string>;

/** A name may be that of a column: `{{file.Monto total}}`. Spaces around it are cut off later, so that nothing is tried twice. */
const VARIABLE = /\{\{([^{}]+)\}\}/g;

export const variableNames = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name!.trim());

/** Fills variables such as `{{contact.name}}` in. One that nobody knows is left empty. */
export const fillVariables = (text: string, values: Variables): string =>
  text.replace(VARIABLE, (_, name: string) => values[name.trim()] ?? '');

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

/** Fills in the variables of a text for one conversation. What its contact does not have comes from the channel. */
export async function fillInFor(ctx: TenantContext, text: string, conversation: Conversation): Promise<string> {
  if (variableNames(text).length === 0) return text;
  const { id, contactId, name } = conversation;
  const [own, contacts, sources] = await Promise.all([
    ownVariables(ctx),
    contactVariables(ctx, contactId ? [contactId] : []),
    conversationSources.all(ctx, { conversationId: id }, { orderBy: ['-createdAt'] }),
  ]);
  const newest = (kind: string) => sources.find((source) => source.kind === kind)?.value ?? '';
  const contact = Object.entries(contacts.get(contactId ?? '') ?? {}).filter(([, value]) => value !== '');
  return fillVariables(text, {
    ...own,
    'contact.name': name,
    'contact.firstName': name.split(/\s+/)[0]!,
    'contact.phone': newest('phone'),
    'contact.email': newest('email'),
    ...Object.fromEntries(contact),
  });
}

const inConversations = [
  'contact.name',
  'contact.firstName',
  'contact.email',
  'contact.phone',
  'agent.name',
  'organization.name',
];

/** Refuses a variable that no conversation has, so that no customer gets a text with a hole in it. */
export function requireVariablesOfConversation(text: string | undefined, path: string): void {
  const unknown = variableNames(text ?? '').find((name) => !inConversations.includes(name));
  const names = inConversations.map((name) => `{{${name}}}`).join(', ');
  if (unknown !== undefined)
    throw InvalidRequest.at(path, 'unknown_variable', `There is no {{${unknown}}}: use ${names}.`);
  if (/\{\{|\}\}/.test((text ?? '').replace(VARIABLE, '')))
    throw InvalidRequest.at(
      path,
      'unknown_variable',
      `The braces of a variable are incomplete or nested: use ${names}.`,
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
