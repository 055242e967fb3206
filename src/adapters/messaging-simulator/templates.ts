import type { NewProviderTemplate, OutgoingMessage, ProviderTemplate } from '#modules/chats/index.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';

const TEMPLATES_MAX = 1000;
/** A name that the provider does not take. */
const REFUSED_NAME = /_refused$/;
/** A name that it approves at once. */
const APPROVED_NAME = /_approved$/;

const ACCOUNT = 'waba-';

/** The business account of a simulated number that was made without one. An account is its own. */
export const accountOf = (address: string): string => (address.startsWith(ACCOUNT) ? address : `${ACCOUNT}${address}`);

export const listTemplates = (store: SimulatorStore, account: string): Promise<ProviderTemplate[]> =>
  store.transaction((objects) => objects.list<ProviderTemplate>('template', account, TEMPLATES_MAX));

export const putTemplate = (store: SimulatorStore, account: string, template: ProviderTemplate): Promise<void> =>
  store.transaction(async (objects) => {
    if (!(await objects.insert('template', template.id, account, template)))
      await objects.update('template', template.id, template);
  });

export async function submitTemplate(
  store: SimulatorStore,
  account: string,
  { headerFile, ...given }: NewProviderTemplate,
  id: string | null,
): Promise<ProviderTemplate> {
  if (headerFile) await headerFile.read();
  if (REFUSED_NAME.test(given.name)) throw ProviderRefused('The simulator refuses this name. (100)');
  const known = (await listTemplates(store, account)).find(
    ({ name, language }) => name === given.name && language === given.language,
  );
  if (known && known.id !== id) throw ProviderRefused('There is already content in this language. (100)');
  if (id && !known) throw ProviderRefused('There is no such template. (100)');
  const template = {
    ...given,
    id: id ?? newId(),
    status: APPROVED_NAME.test(given.name) ? 'APPROVED' : 'PENDING',
    reason: null,
    quality: null,
  };
  await putTemplate(store, account, template);
  return template;
}

export const removeTemplate = async (store: SimulatorStore, id: string): Promise<void> =>
  void (await store.transaction((objects) => objects.delete('template', id)));

/** The error of a template that cannot be sent; null: it can, or the simulator does not know it. */
export async function templateError(
  objects: SimulatorObjects,
  account: string,
  { type, content }: OutgoingMessage,
): Promise<string | null> {
  if (type !== 'template') return null;
  const { name, language } = content.template as { name: string; language: { code: string } };
  const known = (await objects.list<ProviderTemplate>('template', account, TEMPLATES_MAX)).find(
    (each) => each.name === name && each.language === language.code,
  );
  if (!known || known.status === 'APPROVED') return null;
  return { PAUSED: '132015', DISABLED: '132016' }[known.status] ?? '132001';
}

/** The decision of the provider about a template. */
export interface Decision {
  name: string;
  language: string;
  event: string;
  reason?: string;
}

const statusAfter: Record<string, string> = { REINSTATED: 'APPROVED' };

/** Changes the template and answers the notice about it. */
export async function decide(
  store: SimulatorStore,
  account: string,
  { name, language, event, reason = 'NONE' }: Decision,
): Promise<{ field: string; value: object }> {
  const template = (await listTemplates(store, account)).find(
    (each) => each.name === name && each.language === language,
  );
  if (!template) throw new Error(`There is no template ${name} (${language}).`);
  await putTemplate(store, account, {
    ...template,
    status: event === 'FLAGGED' ? template.status : (statusAfter[event] ?? event),
    reason: reason === 'NONE' ? null : reason,
  });
  return {
    field: 'message_template_status_update',
    value: {
      event,
      message_template_id: template.id,
      message_template_name: name,
      message_template_language: language,
      message_template_category: template.category,
      reason,
    },
  };
}
