import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,server,sandbox,web,bench,testing,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/postgres-global-setup.ts'],
    // Two cores: a real PostgreSQL runs beside the tests.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
