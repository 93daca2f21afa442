import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/find-browser.ts'

const browser = findBrowser()

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { args: browserFlags(), ...(browser.ok ? { executablePath: browser.path } : {}) },
  },
})
