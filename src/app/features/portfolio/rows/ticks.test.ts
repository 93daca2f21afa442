import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionRows } from '../../../../core/account/position-rows.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { heldPosition } from '../../../../testing/held-position.ts'
import { call, put } from '../../../../testing/universe.fixture.ts'
import { arrangePositions } from '../positions/position-nodes.ts'
import { treeRows } from '../positions/positions-tree.ts'
import { legsAtPress, nextTicks, tickedLegs, tickedRows } from './ticks.ts'

const position = (symbol: string, size: string): Position => heldPosition(symbol, size, '1', '2')
const held = [
  position(call(100), '5'),
  position(call(110), '-5'),
  position(put(90), '3'),
  position(call(100, '20270326'), '2'),
]
const positions = positionRows(held, () => undefined)
const rows = treeRows(arrangePositions(positions, []), positions, new Set())
const legRows = rows.filter(row => row.kind === 'leg')
const groups = rows.filter(row => row.kind !== 'leg')
const allLegs = legRows.flatMap(row => row.legs.map(leg => leg.id))
const someLegs = fc.subarray(allLegs).map(ids => new Set(ids))
const shownOf = (legs: ReadonlySet<string>) => rows.filter(row => tickedRows(rows, legs).includes(row.id))
const idsOf = (legs: readonly { readonly id: string }[]): string[] => legs.map(leg => leg.id).sort()

describe('ticks of the positions', () => {
  it('shown and read back are the same legs', () =>
    fc.assert(
      fc.property(someLegs, legs => {
        expect(nextTicks(rows, legs, shownOf(legs))).toEqual(legs)
      }),
    ))

  it('of a group stand for all of its legs and no other, and taken away take just these', () =>
    fc.assert(
      fc.property(someLegs, fc.constantFrom(...groups), (legs, group) => {
        const own = new Set(group.legs.map(leg => leg.id))
        const without = new Set([...legs].filter(id => !own.has(id)))
        const ticked = nextTicks(rows, without, [...shownOf(without), group])
        expect([...ticked].sort()).toEqual([...without, ...own].sort())
        const gone = shownOf(ticked).filter(row => row.id !== group.id)
        expect([...nextTicks(rows, ticked, gone)].sort()).toEqual([...without].sort())
      }),
    ))

  it('count a leg once, however many of its rows are ticked', () =>
    fc.assert(
      fc.property(someLegs, legs => {
        expect(idsOf(tickedLegs(rows, legs))).toEqual([...legs].sort())
      }),
    ))
})

describe('what a key is meant for', () => {
  const [first, second] = legRows
  if (first === undefined || second === undefined) throw new Error('two legs')
  const firstLegs = idsOf(first.legs)

  it('are the ticked legs, whatever has the focus', () => {
    const ticks = new Set(firstLegs)
    expect(idsOf(legsAtPress({ rows, ticks, tickedIds: undefined, focusedId: second.id }))).toEqual(firstLegs)
  })
  it('are those that show a tick, even before the page has rendered it', () => {
    expect(idsOf(legsAtPress({ rows, ticks: new Set(), tickedIds: [first.id], focusedId: second.id }))).toEqual(
      firstLegs,
    )
    const ticks = new Set(firstLegs)
    expect(idsOf(legsAtPress({ rows, ticks, tickedIds: [], focusedId: second.id }))).toEqual(idsOf(second.legs))
  })
  it('are the legs of the row with the focus where nothing is ticked, and none without either', () => {
    const none = { rows, ticks: new Set<string>(), tickedIds: [] }
    const [base] = groups
    expect(legsAtPress({ ...none, focusedId: base?.id })).toHaveLength(base?.legs.length ?? -1)
    expect(legsAtPress({ ...none, focusedId: undefined })).toEqual([])
    expect(legsAtPress({ ...none, focusedId: 'gone' })).toEqual([])
  })
  it('are never of a position that is no longer held', () => {
    expect(legsAtPress({ rows, ticks: new Set(['gone']), tickedIds: undefined, focusedId: undefined })).toEqual([])
  })
})
