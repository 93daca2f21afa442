/** Saved exchanges in a folder of the test, closed and removed after it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type ExchangeSettings, openSavedExchange, type SavedExchange } from './saved-exchange.ts'

export function savedExchanges(seed: string) {
  const opened: SavedExchange[] = []
  let data = ''
  beforeEach(() => void (data = mkdtempSync(join(tmpdir(), `legwork-${seed}-`))))
  afterEach(() => {
    for (const saved of opened.splice(0)) saved.close()
    rmSync(data, { recursive: true, force: true })
  })
  const settings = (): ExchangeSettings => ({ seed, market: 'live', instruments: 100, data, rfqTimeoutSeconds: 1_800 })
  return {
    folder: () => data,
    settings,
    async open(change: Partial<ExchangeSettings> = {}): Promise<SavedExchange> {
      const answer = await openSavedExchange({ ...settings(), ...change })
      if (!answer.ok) throw new Error(answer.problem)
      opened.push(answer.saved)
      return answer.saved
    },
    shut(saved: SavedExchange): void {
      opened.splice(opened.indexOf(saved), 1)
      saved.close()
    },
    /** As a killed process leaves it: nothing closed or flushed. The lock is removed, since this process continues. */
    abandon(saved: SavedExchange): void {
      opened.splice(opened.indexOf(saved), 1)
      rmSync(join(data, 'lock'))
    },
  }
}
