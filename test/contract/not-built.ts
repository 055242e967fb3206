/** Groups of the specification that have no route yet. Remove a group when it gains a route. */
export const groupsNotBuilt: string[] = [];

/** Missing endpoints of groups that are otherwise built. */
export const endpointsNotBuilt: string[] = [];

/** Sections of the event catalogue without any emitted event yet. */
export const eventSectionsNotBuilt: string[] = [];

/** Missing events of sections that are otherwise built. */
export const eventsNotBuilt: string[] = [];
