/** Groups of the specification that have no route yet. Remove a group when it gains a route. */
export const groupsNotBuilt: string[] = [
  'Chats / Diffusion',
  'Automations: workflow automations',
  'Automations: API, schedule, webhook, secrets',
  'Apps',
  'Marketplace',
  'Websites',
  'Usage, label, AI',
  'Blog and data',
];

/** Missing endpoints of groups that are otherwise built. */
export const endpointsNotBuilt: string[] = [
  'GET /v1/channel/msgapp/url',
  'GET /v2/channel/msgapp/accounts',
  'POST /v2/channel/msgapp/subscribe',
  'GET /v2/channel/msgapp/:phoneNumberId/pin',
  'POST /v2/channel/msgapp/:phoneNumberId/pin',
  'POST /v2/channel/msgapp/:phoneNumberId/link',
  'POST /v2/channel/msgapp/addWaba',
  'GET /v2/channel/msgapp/:wabaId/health',
];

/** Sections of the event catalogue without any emitted event yet. */
export const eventSectionsNotBuilt: string[] = ['Automations'];

/** Missing events of sections that are otherwise built. */
export const eventsNotBuilt: string[] = [];
