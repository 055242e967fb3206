/** Groups of the specification that have no route yet. Remove a group when it gains a route. */
export const groupsNotBuilt: string[] = [
  'Billing',
  'Payment',
  'Chats / Chat',
  'Chats / Channel',
  'Chats / Conversation',
  'Chats / Conversation list',
  'Chats / Diffusion',
  'Automations: workflow automations',
  'Automations: API, schedule, webhook, secrets',
  'Apps',
  'Marketplace',
  'Shared pages',
  'Websites',
  'Usage, label, AI',
  'Blog and data',
];

/** Missing endpoints of groups that are otherwise built. */
export const endpointsNotBuilt: string[] = ['POST /v1/bot/retry'];

/** Sections of the event catalogue without any emitted event yet. */
export const eventSectionsNotBuilt: string[] = ['Automations'];

/** Missing events of sections that are otherwise built. */
export const eventsNotBuilt: string[] = [
  'conversation:assigned',
  'conversation:open',
  'conversation:closed',
  'conversation:social-comment',
  'conversation:seen',
  'conversation:message-deleted',
];
