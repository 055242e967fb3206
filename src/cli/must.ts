/** The answer of a call that cannot be refused here. */
export async function must<T>(
  call: Promise<{ data?: T; error?: { detail?: string }; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.url}: ${error?.detail ?? response.status}`);
  return data;
}
