import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/find-browser.ts'

// The test run finds or installs one and names it; by itself this takes what is there.
const browser = findBrowser()

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'results/journeys',
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  // These bound a failure only. A busy machine with two journeys at once may take many seconds for what takes half a second.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // A trace draws the page again at every step, which makes each journey a third longer: ask for one where a journey fails.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: { args: [...browserFlags], ...(browser === undefined ? {} : { executablePath: browser.path }) },
  },
})
