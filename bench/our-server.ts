import { type MeasuredProcess, startProcess } from './measured-process.ts'

export const secrets = {
  AUTH_SECRET: 'a-secret-for-the-bench-that-is-long-enough',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
}

/** The product as `npm start` runs it: with the emulator beside it and mails to the outbox. */
export const startOurServer = (
  env: Record<string, string>,
  nodeArgs: string[] = [],
): Promise<MeasuredProcess> =>
  startProcess({
    script: 'dist/server/main.js',
    path: '/pricing',
    nodeArgs,
    env: { PUBLIC_KEY: 'pk_of_the_bench', AUTH_SECRET: secrets.AUTH_SECRET, ...env },
  })
