import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of this test run; its user may create databases. */
    postgresUrl: string
    /** Shared by the test files of this run, removed at its end. */
    runFolder: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  const runFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-tests-'))
  project.provide('postgresUrl', cluster.url)
  project.provide('runFolder', runFolder)
  return async () => {
    await cluster.stop()
    fs.rmSync(runFolder, { recursive: true, force: true })
  }
}
