import type { Config } from '#platform/config.ts';
export async function demo(_config: Config): Promise<void> {}
