import { refusal } from '#platform/refusal.ts';

export const AppNotInstalled = refusal('app_not_installed', 'This app is not installed: install it first.');
