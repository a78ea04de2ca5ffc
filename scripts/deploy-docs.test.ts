import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migratePostgres } from '../server/db/migrate.ts'
import { createPostgresDatabase } from '../tests/support/database/create-postgres-database.ts'

const deploy = fs.readFileSync('docs/deploy.md', 'utf8')

test('docs/deploy.md recommends a password of PostgreSQL that fits into an address', () => {
  expect(deploy).toMatch(/`POSTGRES_PASSWORD`\s\(`openssl rand -hex \d+`/)
})

test('docs/deploy.md moves a database within a container only with a volume that outlives it', () => {
  const moves = deploy.match(/docker compose run [^`]*move[^`]*/g)
  expect(moves).toHaveLength(1)
  expect(moves?.[0]).toMatch(/--rm -v [\w-]+:\/data fairseat /)
})

test('F96 the role that compose.yaml creates is no superuser, and can migrate its database', async () => {
  const compose = fs.readFileSync('compose.yaml', 'utf8')
  expect(compose).not.toContain('POSTGRES_USER')
  const role = `fairseat_${randomUUID().slice(0, 8)}`
  const statements = [...compose.matchAll(/-c "([^"]+)"/g)].map(([, statement = '']) => statement)
  const [createRole = '', createDatabase = ''] = statements.map((one) => one.replaceAll('fairseat', role))
  expect(statements).toHaveLength(3)
  const admin = new pg.Client({ connectionString: await createPostgresDatabase(inject('postgresUrl')) })
  await admin.connect()
  await admin.query(createRole)
  await admin.query(createDatabase)
  const { rows } = await admin.query('select rolsuper from pg_roles where rolname = $1', [role])
  expect(rows).toEqual([{ rolsuper: false }])
  const url = new URL(inject('postgresUrl'))
  Object.assign(url, { username: role, password: '$$POSTGRES_PASSWORD', pathname: role })
  await migratePostgres(url.href)
  await admin.query(`drop database ${role}`)
  await admin.query(`drop role ${role}`)
  await admin.end()
})

test('F96 the image has no payment emulator', () => {
  const builds = fs.readFileSync('Dockerfile', 'utf8').match(/^RUN npm run build.*$/gm)
  expect(builds).toEqual([expect.stringContaining('rm -r dist/emulator')])
})
