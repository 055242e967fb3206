import { afterSettingsChanged } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { conversationRoutes } from './conversation/conversation.routes.ts';
import { draftRoutes } from './draft/draft.routes.ts';
import { modelRoutes } from './model/model.routes.ts';
import { requireChosenModel } from './model/offered.ts';
import { assistantSettings, userAssistantSettings } from './settings.ts';
import { toolRoutes } from './tool/tool.routes.ts';
import { turnRoutes } from './turn/turn.routes.ts';

/** An assistant that works with the API's own operations, under the permissions and with the approval of its user. */
export const assistant: Module = {
  name: 'assistant',
  uses: ['organization', 'billing', 'files', 'contacts', 'catalog', 'invoicing', 'bots'],
  areas: ['assistant'],
  groups: [
    {
      name: 'Assistant',
      path: '/automation',
      description:
        'Conversations with the assistant, its tools and their approval, and drafts from texts and pictures.',
      routes: [...toolRoutes, ...turnRoutes, ...conversationRoutes, ...draftRoutes],
    },
    {
      name: 'Models',
      path: '/ai/models',
      description: 'The language models of this installation.',
      routes: modelRoutes,
    },
  ],
  settings: [assistantSettings],
  userSettings: [userAssistantSettings],
  hooks: [implement(afterSettingsChanged, requireChosenModel)],
  demo: () => import('./demo.ts'),
};
