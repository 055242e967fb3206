/** The kinds of things that have labels. */
export const labelKinds = ['contact', 'file', 'document', 'task', 'conversation'] as const;
export type LabelKind = (typeof labelKinds)[number];
