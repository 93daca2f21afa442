import { describe, expect, it } from 'vitest'
import { type MissingInput, oldestGap } from './gap.ts'
import { LastKnownValues } from './account-model.ts'

const gap = (what: string, wholeMs?: number): MissingInput => ({ kind: 'old', what, wholeMs })

describe('a last known figure', () => {
  it('carries the time of its oldest input, whichever input lacks something now', () => {
    const known = new LastKnownValues<string>()
    expect(known.read('equity', '7', undefined)).toBeUndefined()
    expect(known.read('equity', undefined, gap('positions', 1_000))).toEqual({ value: '7', atMs: 1_000 })
    expect(known.read('equity', undefined, gap('balances', 9_000))).toEqual({ value: '7', atMs: 1_000 })
    expect(known.read('equity', '8', undefined)).toBeUndefined()
    expect(known.read('equity', undefined, gap('balances', 9_000))).toEqual({ value: '8', atMs: 9_000 })
  })

  it('names the input that was read in full longest ago, or never', () => {
    const [early, late, never] = [gap('positions', 1_000), gap('balances', 9_000), gap('indexes')]
    expect(oldestGap([undefined, late, early, undefined])).toBe(early)
    expect(oldestGap([late, never, early])).toBe(never)
    expect(oldestGap([undefined])).toBeUndefined()
  })
})
