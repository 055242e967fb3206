import { z } from 'zod';
import { flag, listOf, oneOf } from '#platform/db/list.ts';
import { automations } from '../tables.ts';

export const automationList = listOf(automations, {
  filters: {
    enabled: flag('enabled'),
    triggerKind: oneOf('triggerKind', z.enum(['event', 'webhook', 'api'])),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});
