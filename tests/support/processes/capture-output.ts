import { vi } from 'vitest'

/** What a program prints and the exit code that it sets, run in this process: one of its own takes up to half a second to load. */
export async function captureOutput(program: () => Promise<unknown>) {
  const { exitCode } = process
  let printed = ''
  const print = (line: unknown) => {
    printed += `${line}\n`
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
  ]
  process.exitCode = 0
  try {
    await program()
    return { code: process.exitCode, printed }
  } finally {
    process.exitCode = exitCode
    for (const spy of spies) spy.mockRestore()
  }
}
