import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/find-browser.ts'

// The test run sets CHROMIUM_PATH; otherwise an installed browser is used.
const browser = findBrowser()

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'results/journeys',
  fullyParallel: true,
  // Each worker runs its own server and browser.
  workers: availableParallelism() <= 2 ? 1 : Math.floor(availableParallelism() / 2),
  retries: 0,
  // Generous limits: a busy machine may take seconds for a step of half a second.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // E2E_TRACE=1 adds a page snapshot per step, which makes a journey a third longer.
    trace: {
      mode: 'retain-on-failure',
      screenshots: false,
      snapshots: process.env['E2E_TRACE'] !== undefined,
      sources: false,
    },
    launchOptions: { args: [...browserFlags], ...(browser === undefined ? {} : { executablePath: browser.path }) },
  },
})
