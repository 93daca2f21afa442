import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { type Draft, type DraftState, type Edit, emptyDraft, reduce, startState } from './draft.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const run = (edits: readonly Edit[], state: DraftState = startState(emptyDraft)): DraftState =>
  edits.reduce(reduce, state)
const legs = (state: DraftState) => state.present.legs

describe('a new structure', () => {
  const risky: Draft = {
    ...emptyDraft,
    legs: [{ symbol: 'A', ratio: 1 }],
    side: 'sell',
    quantity: '50',
    price: '3000',
    mode: 'firm',
    type: 'MARKET',
    tif: 'IOC',
    minimumQuantity: '5',
    userTag: 'x',
  }
  const taken: Edit = { kind: 'takeStructure', legs: [{ symbol: 'B', ratio: 2 }] }

  it('is a new draft: side, size, price, kind, type and life are safe again', () => {
    expect(reduce(startState(risky), taken).present).toEqual({ ...emptyDraft, legs: [{ symbol: 'B', ratio: 2 }] })
  })

  it('has what it says of itself', () => {
    const said: Edit = { ...taken, side: 'sell', quantity: '10', price: '120' }
    expect(reduce(startState(risky), said).present).toMatchObject({
      side: 'sell',
      quantity: '10',
      price: '120',
      mode: 'rfq',
      type: 'LIMIT',
    })
  })

  it('gives the old one back by undo', () => {
    expect(reduce(reduce(startState(risky), taken), { kind: 'undo' }).present).toEqual(risky)
  })

  it('comes after a clear that clears everything', () => {
    expect(reduce(startState(risky), { kind: 'clearLegs' }).present).toEqual(emptyDraft)
    const clear = startState(emptyDraft)
    expect(reduce(clear, { kind: 'clearLegs' })).toBe(clear)
  })
})

describe('a price filled in with the choice of a firm order', () => {
  const firm: Edit = { kind: 'setMode', mode: 'firm', price: dec('120.5') }
  const pair: readonly Edit[] = [
    { kind: 'addLeg', symbol: 'A', ratio: 1 },
    { kind: 'addLeg', symbol: 'B', ratio: -1 },
  ]
  const priceAfter = (edits: readonly Edit[]): string => run([...pair, ...edits]).present.price

  it('is written once, and is one step with the choice', () => {
    expect(priceAfter([firm])).toBe('120.5 debit')
    expect(priceAfter([firm, { ...firm, price: dec('130') }])).toBe('120.5 debit')
    expect(priceAfter([firm, { kind: 'undo' }])).toBe('')
  })

  it('replaces no typed price, and none is filled in for a market order or an RFQ', () => {
    const typed: Edit = { kind: 'type', field: 'price', text: '7 credit' }
    expect(priceAfter([typed, firm])).toBe('7 credit')
    expect(priceAfter([{ kind: 'setType', type: 'MARKET' }, firm])).toBe('')
    expect(priceAfter([firm, typed, { kind: 'setMode', mode: 'rfq', price: dec('9') }])).toBe('7 credit')
  })

  it('goes with its legs unless it was touched', () => {
    const more: Edit = { kind: 'addLeg', symbol: 'C', ratio: 1 }
    expect(priceAfter([firm, more])).toBe('')
    expect(priceAfter([firm, { kind: 'type', field: 'quantity', text: '4' }, more])).toBe('')
    expect(priceAfter([firm, { kind: 'type', field: 'price', text: '121 debit' }, more])).toBe('121 debit')
  })
})

describe('the draft', () => {
  it('adds up legs of one instrument and drops a leg that comes to nothing', () => {
    expect(
      legs(
        run([
          { kind: 'addLeg', symbol: 'A', ratio: 1 },
          { kind: 'addLeg', symbol: 'A', ratio: 1 },
        ]),
      ),
    ).toEqual([{ symbol: 'A', ratio: 2 }])
    expect(
      legs(
        run([
          { kind: 'addLeg', symbol: 'A', ratio: 1 },
          { kind: 'addLeg', symbol: 'A', ratio: -1 },
        ]),
      ),
    ).toEqual([])
  })

  it('moves no leg onto another, which would swallow it', () => {
    const state = run([
      { kind: 'addLeg', symbol: 'A', ratio: 1 },
      { kind: 'addLeg', symbol: 'B', ratio: -3 },
      { kind: 'moveLegs', to: new Map([['A', 'B']]) },
    ])
    expect(legs(state)).toEqual(legsOf({ A: 1, B: -3 }))
  })

  it('moves all legs at once, so that neighbours may trade places', () => {
    const state = run([
      { kind: 'addLeg', symbol: 'A', ratio: 1 },
      { kind: 'addLeg', symbol: 'B', ratio: -2 },
      {
        kind: 'moveLegs',
        to: new Map([
          ['A', 'B'],
          ['B', 'A'],
        ]),
      },
    ])
    expect(legs(state)).toEqual(legsOf({ B: 1, A: -2 }))
  })

  it('undoes typing in one field as one step', () => {
    const state = run([
      { kind: 'type', field: 'quantity', text: '10' },
      { kind: 'type', field: 'quantity', text: '100' },
      { kind: 'type', field: 'price', text: '5' },
      { kind: 'undo' },
      { kind: 'undo' },
    ])
    expect(state.present).toEqual(emptyDraft)
  })

  it('adds several legs as one step', () => {
    const before = run([{ kind: 'addLeg', symbol: 'A', ratio: 1 }])
    const added: Edit = { kind: 'addLegs', legs: legsOf({ A: 1, B: -1 }) }
    expect(legs(run([added], before))).toEqual(legsOf({ A: 2, B: -1 }))
    expect(run([added, { kind: 'undo' }], before).present).toEqual(before.present)
  })

  it('puts a gesture that is given up back as it was, with nothing to undo, and leaves other steps alone', () => {
    const before = run([{ kind: 'addLeg', symbol: 'A', ratio: 1 }])
    const placed = (symbol: string): Edit => ({ kind: 'placeLegs', legs: [{ symbol, ratio: 1 }], gesture: 'drag' })
    const dragged = run([placed('B'), placed('C')], before)
    expect(run([{ kind: 'giveUp', gesture: 'drag' }], dragged)).toEqual(before)
    expect(run([{ kind: 'giveUp', gesture: 'another' }], dragged)).toBe(dragged)
    expect(run([{ kind: 'giveUp', gesture: 'drag' }], before)).toBe(before)
  })

  it('forgets what was undone once something new is done', () => {
    const state = run([
      { kind: 'addLeg', symbol: 'A', ratio: 1 },
      { kind: 'undo' },
      { kind: 'addLeg', symbol: 'B', ratio: 1 },
      { kind: 'redo' },
    ])
    expect(legs(state)).toEqual([{ symbol: 'B', ratio: 1 }])
  })

  const symbol = fc.constantFrom('A', 'B', 'C', 'D')
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.record({ kind: fc.constant('addLeg' as const), symbol, ratio: fc.integer({ min: -3, max: 3 }) }),
    fc.record({
      kind: fc.constant('setRatio' as const),
      symbol,
      ratio: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(0.5)),
    }),
    fc.record({ kind: fc.constant('flipLeg' as const), symbol }),
    fc.record({ kind: fc.constant('removeLeg' as const), symbol }),
    fc.record({
      kind: fc.constant('moveLegs' as const),
      to: fc.array(fc.tuple(symbol, symbol)).map(pairs => new Map(pairs)),
    }),
    fc.constantFrom<Edit>(
      { kind: 'invert' },
      { kind: 'swapSide' },
      { kind: 'clearLegs' },
      { kind: 'setType', type: 'MARKET' },
    ),
    fc.record({
      kind: fc.constant('type' as const),
      field: fc.constantFrom('quantity' as const, 'price' as const),
      text: fc.string(),
    }),
  )

  it('undone to the start is the draft it started from, and redone is the draft it came to', () => {
    fc.assert(
      fc.property(fc.array(edit), edits => {
        const done = run(edits)
        const steps = done.past.length
        const undone = run(
          Array.from({ length: steps }, (): Edit => ({ kind: 'undo' })),
          done,
        )
        expect(undone.present).toEqual(emptyDraft)
        expect(
          run(
            Array.from({ length: steps }, (): Edit => ({ kind: 'redo' })),
            undone,
          ).present,
        ).toEqual(done.present)
      }),
    )
  })

  it('never holds a symbol twice, a zero ratio or a fraction', () => {
    fc.assert(
      fc.property(fc.array(edit), edits => {
        const draft: Draft = run(edits).present
        expect(new Set(draft.legs.map(leg => leg.symbol)).size).toBe(draft.legs.length)
        expect(draft.legs.every(leg => leg.ratio !== 0 && Number.isInteger(leg.ratio))).toBe(true)
      }),
    )
  })
})
