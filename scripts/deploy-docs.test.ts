import fs from 'node:fs'
import { expect, test } from 'vitest'

const deploy = fs.readFileSync('docs/deploy.md', 'utf8')

test('docs/deploy.md recommends a password of PostgreSQL that fits into an address', () => {
  expect(deploy).toMatch(/`POSTGRES_PASSWORD`\s\(`openssl rand -hex \d+`/)
})

test('docs/deploy.md moves a database within a container only with a volume that outlives it', () => {
  const moves = deploy.match(/docker compose run [^`]*move[^`]*/g)
  expect(moves).toHaveLength(1)
  expect(moves?.[0]).toMatch(/--rm -v [\w-]+:\/data fairseat /)
})
