/** Groups of the specification that have no route yet. Remove a group when it gains a route. */
export const groupsNotBuilt: string[] = ['Marketplace'];

/** Missing endpoints of groups that are otherwise built. */
export const endpointsNotBuilt: string[] = [
  'GET /v1/apps/storeapp-a/auth',
  'GET /v1/apps/storeapp-a/auth/callback',
  'POST /v1/apps/storeapp-a/webhook/:shop',
  'POST /v1/apps/storeapp-b/webhook/:appDataId',
  'GET /v1/usage',
  'GET /v1/usage/stats',
  'DELETE /v1/label/:labelId',
];

/** Sections of the event catalogue without any emitted event yet. */
export const eventSectionsNotBuilt: string[] = [];

/** Missing events of sections that are otherwise built. */
export const eventsNotBuilt: string[] = [];
