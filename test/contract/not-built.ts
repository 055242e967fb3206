/** Groups of the specification that have no route yet. Remove a group when it gains a route. */
export const groupsNotBuilt: string[] = [
  'Billing',
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
export const endpointsNotBuilt: string[] = [];

/** Sections of the event catalogue without any emitted event yet. */
export const eventSectionsNotBuilt: string[] = ['Automations'];

/** Missing events of sections that are otherwise built. */
export const eventsNotBuilt: string[] = [];
