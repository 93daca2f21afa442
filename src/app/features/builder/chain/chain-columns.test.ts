import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChainColumn, chainColumns, fittingColumns } from './chain-columns.ts'

const all = new Set(chainColumns)
const names = (columns: ReadonlySet<ChainColumn>) => [...columns].join(' ')

describe('columns of the chain', () => {
  it.each([
    [330, ''],
    [410, 'iv'],
    [561, 'iv'],
    [562, 'iv size'],
  ])('at %i px there is room for: %s', (width, expected) => expect(names(fittingColumns(all, width))).toBe(expected))

  it('what is not wanted makes room for what is', () => {
    expect(names(fittingColumns(new Set<ChainColumn>(['size']), 530))).toBe('size')
  })

  it('more room never takes a column away, and none appears that is not wanted', () => {
    fc.assert(
      fc.property(
        fc.subarray([...chainColumns]),
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 0, max: 300 }),
        (wanted, width, more) => {
          const narrow = fittingColumns(new Set(wanted), width)
          const wide = fittingColumns(new Set(wanted), width + more)
          expect([...narrow].every(column => wanted.includes(column))).toBe(true)
          expect(wide.size).toBeGreaterThanOrEqual(narrow.size)
        },
      ),
    )
  })
})
