import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { messagingSettings } from '../settings.ts';
import type { MessageTemplate } from '../tables.ts';
import { filledComponents, type Needs, needsOf, renderTemplate, type Values } from './components.ts';

export const TemplateNotApproved = refusal(
  'template_not_approved',
  'The provider has not approved this template: choose an approved one, or wait for the approval.',
);
export const TemplateParameters = refusal(
  'template_parameters',
  'The template needs a different number of values: give one for each of its placeholders.',
);
export const TemplateUnsupported = refusal(
  'template_unsupported',
  'The template has a part that is not supported: remove it, or choose another template.',
);

/** Our own status until the provider has answered. */
export const SUBMITTING = 'SUBMITTING';
export const DELETED = 'DELETED';

export const isSendable = ({ status }: Pick<MessageTemplate, 'status'>): boolean => status === 'APPROVED';

/** A price of one message, in units of its currency. */
interface TemplatePrice {
  amount: string;
  currency: string;
}

export type Prices = (category: string) => TemplatePrice | null;

/** The price of one message by its category; null: the category is not known. */
export async function readPrices(ctx: TenantContext): Promise<Prices> {
  const { priceCurrency, marketingPrice, utilityPrice, authenticationPrice } = await readSettings(
    ctx,
    messagingSettings,
  );
  const amounts: Record<string, string> = {
    MARKETING: marketingPrice,
    UTILITY: utilityPrice,
    AUTHENTICATION: authenticationPrice,
  };
  return (category) => {
    const amount = amounts[category.toUpperCase()];
    return amount === undefined ? null : { amount, currency: priceCurrency };
  };
}

/** Whether it may be sent, the values that it takes and what a message costs. */
export function factsOf(template: MessageTemplate, prices: Prices) {
  return { isSendable: isSendable(template), needs: needsOf(template), price: prices(template.category) };
}

/** Refuses a template that the provider would refuse: not approved, or with another number of values. */
export function requireSendable(template: MessageTemplate, given: { values: Values; hasFile: boolean }): Needs {
  if (!isSendable(template)) throw TemplateNotApproved(`The template is ${template.status.toLowerCase()}.`);
  return requireValues(template, given);
}

/** Refuses values that do not fit the template. */
export function requireValues(
  template: MessageTemplate,
  { values, hasFile }: { values: Values; hasFile: boolean },
  path = 'body.parameters',
): Needs {
  const needs = needsOf(template);
  if (needs.unsupported) throw TemplateUnsupported(`${template.name} has a part ${needs.unsupported}.`);
  for (const part of ['header', 'body', 'buttons'] as const) {
    const [wanted, count] = [needs[part].length, values[part].length];
    if (wanted === count) continue;
    throw wrong(`The ${part} of ${template.name} takes ${wanted} values, not ${count}.`, `${path}.${part}`);
  }
  const file = path.replace(/parameters$/, 'headerFileId');
  if (needs.media && !hasFile) throw wrong(`The header of ${template.name} takes a file.`, file);
  if (!needs.media && hasFile) throw wrong(`The header of ${template.name} takes no file.`, file);
  return needs;
}

const wrong = (message: string, path: string) => TemplateParameters.at(path, 'wrong_count', message);

/** The message that carries a template with these values, for `writeMessage`. */
export function templateMessage(template: MessageTemplate, needs: Needs, values: Values) {
  const { id, name, language, category, edition, components } = template;
  return {
    type: 'template',
    text: renderTemplate(components, values).text,
    content: {
      templateId: id,
      edition,
      category,
      ...(needs.media && { media: needs.media.toLowerCase() }),
      template: {
        name,
        language: { code: language, policy: 'deterministic' },
        components: filledComponents(needs, values),
      },
    },
  };
}
