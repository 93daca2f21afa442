import { defineConfig } from 'vitest/config'
import { statedInstant } from '../../../src/testing/stated-instant.ts'

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['src/testing/stated-date.ts', 'src/testing/stated-seed.ts', 'src/testing/page-setup.ts'],
    env: { TZ: 'UTC' },
    fakeTimers: { now: Date.parse(statedInstant) },
    include: (process.env['MUTATE_TESTS'] ?? '').split(','),
    exclude: ['src/**/*.{sim,slow}.test.ts'],
  },
})
