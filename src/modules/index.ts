import { declareAreas } from '#platform/auth/permission.ts';
import { contentsOf, type Module } from '#platform/module.ts';
import { accounting } from './accounting/module.ts';
import { apps } from './apps/module.ts';
import { assets } from './assets/module.ts';
import { assistant } from './assistant/module.ts';
import { automations } from './automations/module.ts';
import { billing } from './billing/module.ts';
import { bookings } from './bookings/module.ts';
import { bots } from './bots/module.ts';
import { catalog } from './catalog/module.ts';
import { chats } from './chats/module.ts';
import { collaboration } from './collaboration/module.ts';
import { contacts } from './contacts/module.ts';
import { events } from './events/module.ts';
import { files } from './files/module.ts';
import { filings } from './filings/module.ts';
import { forms } from './forms/module.ts';
import { fulfilment } from './fulfilment/module.ts';
import { identity } from './identity/module.ts';
import { inventory } from './inventory/module.ts';
import { invoicing } from './invoicing/module.ts';
import { marketplace } from './marketplace/module.ts';
import { organization } from './organization/module.ts';
import { payments } from './payments/module.ts';
import { paypages } from './paypages/module.ts';
import { portability } from './portability/module.ts';
import { receivables } from './receivables/module.ts';
import { replenishment } from './replenishment/module.ts';
import { tasks } from './tasks/module.ts';
import { taxes } from './taxes/module.ts';
import { webhooks } from './webhooks/module.ts';
import { websites } from './websites/module.ts';

/** The modules in the order of their dependencies: each may use those above it. Adding a module adds a line here. */
export const modules: Module[] = [
  identity,
  collaboration,
  organization,
  files,
  events,
  webhooks,
  payments,
  billing,
  contacts,
  accounting,
  taxes,
  catalog,
  inventory,
  invoicing,
  assets,
  receivables,
  paypages,
  fulfilment,
  replenishment,
  filings,
  tasks,
  forms,
  bookings,
  chats,
  bots,
  apps,
  marketplace,
  websites,
  automations,
  assistant,
  portability,
];

declareAreas(contentsOf(modules).areas);
