import assert from 'node:assert/strict';
import type { ColmadoClient } from '#client';

/** Adds a resource: goods with stock, unless given otherwise. */
export async function newResource(api: ColmadoClient, details: Record<string, unknown> = {}) {
  const { data, error } = await api.POST('/v1/resource', { body: { name: 'Arroz selecto', ...details } as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

/** The code with which a resource is refused. */
export async function refusedResource(api: ColmadoClient, details: Record<string, unknown>) {
  const { data, error } = await api.POST('/v1/resource', { body: { name: 'Arroz selecto', ...details } as never });
  assert.equal(data, undefined);
  return [error!.code, error!.errors?.[0]?.path];
}
