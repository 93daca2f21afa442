import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { must } from '../../../../core/domain/must.ts'
import { call, lookup } from '../../../../testing/universe.fixture.ts'
import { type DraftState, type Edit, emptyDraft, reduceSized, startState } from './draft.ts'
import { startSize } from './start-size.ts'

const large = 'SOL-USD-PERPETUAL'
const some = must(lookup.bySymbol(call(100)), 'a listed call')
const listed = {
  bySymbol: (symbol: string) =>
    symbol === large
      ? { ...some, symbol, minimum_quantity: dec('100'), quantity_step: dec('10'), maximum_quantity: dec('100000') }
      : lookup.bySymbol(symbol),
}
const after = (...edits: Edit[]): DraftState =>
  edits.reduce(
    (state: DraftState, edit) => reduceSized(state, edit, legs => startSize(legs, listed)),
    startState(emptyDraft),
  )
const sizeAfter = (...edits: Edit[]): string => after(...edits).present.quantity
const add = (symbol: string, ratio = 1): Edit => ({ kind: 'addLeg', symbol, ratio })

describe('a new draft', () => {
  it('starts at 1 where the venue takes it, and at the least that it takes where that is more', () => {
    expect(sizeAfter(add(call(100)))).toBe('1')
    expect(sizeAfter(add(large))).toBe('100')
    expect(sizeAfter({ kind: 'takeStructure', legs: [{ symbol: large, ratio: 2 }] })).toBe('50')
    expect(sizeAfter({ kind: 'takeStructure', legs: [{ symbol: call(100), ratio: 1 }] })).toBe('1')
  })
  it('starts at 1 while its instrument is not known', () => {
    expect(sizeAfter(add('NEVER'))).toBe('1')
    expect(startSize([{ symbol: large, ratio: 1 }], undefined)).toBe('1')
  })
  it('keeps a size that was given or typed', () => {
    expect(sizeAfter({ kind: 'takeStructure', legs: [{ symbol: large, ratio: 1 }], quantity: '7' })).toBe('7')
    expect(sizeAfter({ kind: 'type', field: 'quantity', text: '300' }, add(large))).toBe('300')
    expect(sizeAfter({ kind: 'open', draft: { ...emptyDraft, legs: [{ symbol: large, ratio: 1 }] } })).toBe('1')
  })
  it('of another coin does not start at the size of the one that was taken out', () => {
    expect(sizeAfter(add(large), { kind: 'removeLeg', symbol: large }, add(call(100)))).toBe('1')
    expect(sizeAfter(add(large), add(large, -1), add(call(100)))).toBe('1')
    expect(sizeAfter(add(large), { kind: 'undo' }, add(call(100)))).toBe('1')
  })
})
