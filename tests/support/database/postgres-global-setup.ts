import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/db/open-database.ts'
import { buildChildren } from '../processes/build-children.ts'
import { MissingToolError } from '../processes/missing-tool.ts'
import { createMigratedTemplate } from './create-postgres-database.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of this test run; its user may create databases. Empty where none is installed. */
    postgresUrl: string
    /** Shared by the test files of this run, removed at its end. */
    runFolder: string
  }
}

/** Both databases are migrated once here; every test database is a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-tests-'))
  const [cluster] = await Promise.all([
    startIfInstalled(),
    createEmbeddedTemplate(runFolder),
    buildChildren(path.join(runFolder, 'children')),
  ])
  project.provide('postgresUrl', cluster?.url ?? '')
  project.provide('runFolder', runFolder)
  return async () => {
    await cluster?.stop()
    fs.rmSync(runFolder, { recursive: true, force: true })
  }
}

async function startIfInstalled(): Promise<PostgresCluster | undefined> {
  try {
    const cluster = await startPostgresCluster()
    await createMigratedTemplate(cluster.url)
    return cluster
  } catch (error) {
    if (error instanceof MissingToolError) return undefined
    throw error
  }
}

/** Without fsync: nobody needs the template after a power failure, and a busy disk takes minutes for a thousand files. */
async function createEmbeddedTemplate(runFolder: string): Promise<void> {
  const { fsyncSync } = fs
  fs.fsyncSync = () => {}
  try {
    const dataDir = path.join(runFolder, 'template')
    await (await openDatabase({ dataDir, embeddedAllowed: true })).close()
  } finally {
    fs.fsyncSync = fsyncSync
  }
}
