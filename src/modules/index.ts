import type { Module } from '#platform/module.ts';
import { accounting } from './accounting/module.ts';
import { collaboration } from './collaboration/module.ts';
import { contacts } from './contacts/module.ts';
import { events } from './events/module.ts';
import { identity } from './identity/module.ts';
import { organization } from './organization/module.ts';
import { payments } from './payments/module.ts';
import { webhooks } from './webhooks/module.ts';

/** The modules in the order of their dependencies: each may use those above it, and nothing below. */
export const modules: Module[] = [
  identity,
  collaboration,
  organization,
  events,
  webhooks,
  payments,
  contacts,
  accounting,
];
