import { beforeEach, describe, expect, it } from 'vitest'
import { call, listed, put } from '../../../testing/universe.fixture.ts'
import { buildCommands } from './build-commands.ts'
import { type Draft, type DraftState, type Edit, emptyDraft, reduce, startState } from './draft/draft.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const legs = legsOf({ [call(100)]: 1, [call(105)]: -1 })
const said: string[] = []
let edits: Edit[] = []
beforeEach(() => {
  said.length = 0
  edits = []
})

const commandsOf = (state: DraftState, sendable = true) =>
  buildCommands({
    state,
    listed,
    edit: edit => void edits.push(edit),
    current: { leg: undefined, choose: () => undefined, step: () => undefined },
    sendable,
    review: () => void said.push('review'),
    focusOn: field => void said.push(`focus ${field}`),
    jump: () => undefined,
    section: 'chain',
    showSection: section => void said.push(section),
    copyText: () => undefined,
    say: (_, text) => void said.push(text),
  })
const withLegs = startState({ ...emptyDraft, legs })
function after(id: string, state = withLegs): Draft {
  const command = commandsOf(state).find(each => each.id === id)
  if (command === undefined) throw new Error(id)
  if (command.enabled !== false) command.run()
  return edits.reduce(reduce, state).present
}
const symbolsOf = (draft: Draft): string[] => draft.legs.map(leg => leg.symbol)

describe('commands of the builder', () => {
  it('that change legs are there only while there are legs, and Review only while the order may be sent', () => {
    const off = (state: DraftState, sendable = true): string[] =>
      commandsOf(state, sendable).flatMap(each =>
        each.enabled === false && !each.id.startsWith('build.leg') ? [each.id] : [],
      )
    expect(off(withLegs)).toEqual(expect.not.arrayContaining(['build.review', 'build.invert', 'build.wider']))
    expect(off(withLegs, false)).toContain('build.review')
    const empty = ['build.invert', 'build.strikeUp', 'build.expiryLater', 'build.wider', 'build.copy', 'build.clear']
    expect(off(startState(emptyDraft))).toEqual(expect.arrayContaining(empty))
  })

  it('undo and redo are there as far as there are steps', () => {
    const isOn = (state: DraftState, id: string) => commandsOf(state).find(each => each.id === id)?.enabled
    const moved = reduce(withLegs, { kind: 'invert' })
    expect([isOn(withLegs, 'build.undo'), isOn(moved, 'build.undo'), isOn(moved, 'build.redo')]).toEqual([
      false,
      true,
      false,
    ])
    expect(isOn(reduce(moved, { kind: 'undo' }), 'build.redo')).toBe(true)
  })

  it('move all strikes by one listed strike, all expiries by one that lists them, and back again', () => {
    const up = after('build.strikeUp')
    expect(symbolsOf(up)).toEqual([call(105), call(110)])
    expect(said).toEqual(['All strikes up'])
    edits = []
    expect(symbolsOf(after('build.strikeDown', startState(up)))).toEqual(symbolsOf(withLegs.present))
  })

  it('change nothing, and say nothing, where a leg would leave the listing', () => {
    const edge = startState({ ...emptyDraft, legs: legsOf({ [call(110)]: 1, [put(90)]: 1 }) })
    expect(after('build.strikeUp', edge)).toBe(edge.present)
    expect(after('build.expiryEarlier', edge)).toBe(edge.present)
    expect(said).toEqual([])
  })

  it('are named by what they will do: the kind of the order, and what is shown', () => {
    const named = (id: string, mode: Draft['mode']) =>
      commandsOf(startState({ ...emptyDraft, mode })).find(each => each.id === id)?.name
    expect([named('build.mode', 'rfq'), named('build.mode', 'firm')]).toEqual([
      'Make it a firm order',
      'Make it an RFQ',
    ])
    expect(after('build.mode').mode).toBe('firm')
    expect(said).toEqual(['RFQ → firm order'])
  })
})
