import type { SandboxSettings } from '../server/http/env.ts'

/** Settings of a sandbox whose market stands still and whose data end with it. */
export const extendedSandbox = (seed: string, more: Partial<SandboxSettings> = {}): SandboxSettings => ({
  seed,
  market: 'frozen',
  instruments: 300,
  profile: 'extended',
  data: 'memory',
  control: false,
  requestsPerSecond: 1_000,
  ...more,
})
