import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --name what_changes` after every change of the schema; both files are committed.
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema.ts',
  out: './server/db/migrations',
})
