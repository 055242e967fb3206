import type { Module } from '#platform/module.ts';

export const webhooks: Module = {
  name: 'webhooks',
  uses: [],
};
