import type { BenchService } from './service.ts';

const SAMPLE_MS = 250;

/** The resident memory of the service now. */
export async function memoryMb({ process }: BenchService): Promise<number> {
  const metrics = await (await fetch(`${process.baseUrl}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024;
}

/** The peak memory of the service during some work. */
export async function peakDuring<T>(
  service: BenchService,
  work: () => Promise<T>,
): Promise<{ result: T; peakMb: number }> {
  let peakMb = await memoryMb(service);
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      peakMb = Math.max(peakMb, await memoryMb(service));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  const result = await work();
  isDone = true;
  await watch;
  return { result, peakMb };
}
