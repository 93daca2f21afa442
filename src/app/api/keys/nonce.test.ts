// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'

const nowMs = Date.UTC(2026, 10, 21)
async function openPage() {
  vi.resetModules()
  return (await import('./nonce.ts')).nextNonce
}
afterEach(() => localStorage.clear())

describe('nonces', () => {
  it('are the time in µs and rise within one millisecond', async () => {
    const next = await openPage()
    const all = Array.from({ length: 50 }, () => next(nowMs, () => 0))
    expect(all[0]).toBe(nowMs * 1_000)
    expect(all.toSorted((a, b) => a - b)).toEqual(all)
    expect(new Set(all).size).toBe(50)
    expect(all.every(Number.isSafeInteger)).toBe(true)
  })

  it('rise over reloads and tabs, also after the clock was turned back', async () => {
    const first = await openPage()
    const before = first(nowMs, () => 0.5)
    const second = await openPage()
    const after = second(nowMs - 3_600_000, () => 0.5)
    expect(after).toBeGreaterThan(before)
    expect(first(nowMs - 3_600_000, () => 0)).toBeGreaterThan(after)
  })

  it('are not stopped by other content of the storage', async () => {
    localStorage.setItem('legwork.nonce', '"much"')
    const next = await openPage()
    expect(next(nowMs, () => 0)).toBe(nowMs * 1_000)
  })
})
