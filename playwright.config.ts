import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/ensure-tools.ts'

const executablePath = findHeadlessShell() ?? findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // One more than the cores of a small machine: tests also wait.
  workers: 3,
  // A test that passes at the second try has found something: it must not be hidden.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only a test that hangs gets there: how fast the machine is must not matter.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'off',
    screenshot: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
