export const urlPurpose = (organizationId: string, id: string): string => `outside calendar ${organizationId} ${id}`;
