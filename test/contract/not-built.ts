/** Groups of the specification that have no route yet. The list only shrinks: a group that gains a route must leave it. */
export const groupsNotBuilt: string[] = [
  'Billing',
  'Payment',
  'Chats / Chat',
  'Chats / Channel',
  'Chats / Conversation',
  'Chats / Conversation list',
  'Chats / Diffusion',
  'Chats / Bot',
  'Chats / Custom tools',
  'Tasks / Board',
  'Tasks / Board column',
  'Tasks / Board task',
  'Tasks / Recurrence',
  'Tasks / Schedule',
  'Automations: workflow automations',
  'Automations: API, schedule, webhook, secrets',
  'Apps',
  'Files',
  'Forms',
  'Marketplace',
  'Shared pages',
  'Websites',
  'Usage, label, AI',
  'Blog and data',
];

/** Endpoints that are still missing from groups that are otherwise built. */
export const endpointsNotBuilt: string[] = [];

/** Sections of the event catalogue of which no event is emitted yet. */
export const eventSectionsNotBuilt: string[] = [
  'Communication and conversations',
  'Tasks and productivity',
  'Automations',
];

/** Events that are still missing from sections that are otherwise built. */
export const eventsNotBuilt: string[] = ['form:submitted'];
