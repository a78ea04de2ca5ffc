const drawSeed = () => Math.floor(Math.random() * 2 ** 31)

/**
 * Of a random test. `npm test` repeats the given one, so that it says the same of the same code; `npm run torture` draws
 * a new one. The environment variable repeats a run.
 */
export function testSeed(variable: string, seed: number): number {
  return Number(process.env[variable] ?? (process.env.TORTURE ? drawSeed() : seed))
}
