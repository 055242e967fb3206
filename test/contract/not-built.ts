/** Groups of the specification that have no route yet. Remove a group when it gains a route. */
export const groupsNotBuilt: string[] = [];

/** Missing endpoints of groups that are otherwise built. */
export const endpointsNotBuilt: string[] = [
  'GET /v1/ai/models',
  'GET /v1/apps/storeapp-a/auth',
  'GET /v1/apps/storeapp-a/auth/callback',
  'POST /v1/apps/storeapp-a/webhook/:shop',
  'POST /v1/apps/storeapp-b/webhook/:appDataId',
  'POST /v1/automation/assistant',
  'POST /v1/automation/assistant/tool-approval',
  'GET /v1/automation/assistant/tools-config',
  'GET /v1/automation/assistant-conversations',
  'GET /v1/automation/assistant-conversations/:id',
  'POST /v1/automation/assistant-conversations',
  'POST /v1/automation/invoice-assistant',
  'POST /v1/automation/payment-assistant',
];

/** Sections of the event catalogue without any emitted event yet. */
export const eventSectionsNotBuilt: string[] = [];

/** Missing events of sections that are otherwise built. */
export const eventsNotBuilt: string[] = [];
