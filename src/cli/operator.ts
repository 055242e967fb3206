import type { Config } from '#platform/config.ts';
export async function operator(_config: Config, _command: string, _parameters: string[]): Promise<number> {
  return 0;
}
