import { describe, expect, it } from 'vitest'
import { call, listed, put } from '../../../../testing/universe.fixture.ts'
import { keyTable } from '../../../ui/commands/key-table.ts'
import { type Edit, emptyDraft, reduce, startState } from './draft.ts'
import { legCommands } from './leg-commands.ts'
import { legIndexOf } from './use-current-leg.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const legs = legsOf({ [put(95)]: 1, [call(110)]: -2 })

const said: string[] = []

function press(key: string): string[] {
  const edits: Edit[] = []
  const current = { leg: legs[1], choose: () => undefined, step: () => undefined }
  const inputs = {
    current,
    symbols: new Set(legs.map(leg => leg.symbol)),
    listed,
    edit: (edit: Edit) => edits.push(edit),
    say: (_: unknown, text: string) => said.push(text),
  }
  const command = legCommands(inputs).find(each => each.keys !== undefined && keyTable[each.keys] === key)
  if (command?.enabled === true) command.run()
  return edits.reduce(reduce, startState({ ...emptyDraft, legs })).present.legs.map(leg => `${leg.ratio} ${leg.symbol}`)
}

describe('keys of the current leg', () => {
  it('act on it alone', () => {
    expect(press('f')).toEqual([`1 ${put(95)}`, `2 ${call(110)}`])
    expect(press('x')).toEqual([`1 ${put(95)}`])
    expect(press('alt+4')).toEqual([`1 ${put(95)}`, `-4 ${call(110)}`])
    expect(press('[')).toEqual([`1 ${put(95)}`, `-2 ${call(105)}`])
    expect(press('}')).toEqual([`1 ${put(95)}`, `-2 BTC-20270326-110000C`])
  })

  it('say at the leg what they did', () => {
    said.length = 0
    for (const key of ['f', 'alt+4', '[', '}', 'x']) press(key)
    expect(said).toEqual([
      '110000 C sold → bought',
      '110000 C ratio 2 → 4',
      '110000 C → 105000 C',
      '110000 C → 26MAR27',
      '110000 C removed',
    ])
  })

  it('are no digits: those change screens', () => expect(press('4')).toEqual([`1 ${put(95)}`, `-2 ${call(110)}`]))

  it('do nothing where nothing further is listed', () => {
    expect(press(']')).toEqual([`1 ${put(95)}`, `-2 ${call(110)}`])
  })

  it('are off without legs', () => {
    const none = { leg: undefined, choose: () => undefined, step: () => undefined }
    expect(
      legCommands({
        current: none,
        symbols: new Set<string>(),
        listed,
        edit: () => undefined,
        say: () => undefined,
      }).filter(command => command.enabled !== false),
    ).toEqual([])
  })
})

describe('the current leg', () => {
  it('is found by its symbol, wherever it stands', () => {
    expect(legIndexOf(legs, { symbol: call(110), at: 0 })).toEqual({ symbol: call(110), at: 1 })
  })

  it('stays in its place when it becomes another instrument, and gives it to the next when it goes', () => {
    expect(
      legIndexOf(
        [legs[0], { symbol: call(105), ratio: -2 }].flatMap(leg => leg ?? []),
        { symbol: call(110), at: 1 },
      )?.symbol,
    ).toBe(call(105))
    expect(legIndexOf(legs.slice(0, 1), { symbol: call(110), at: 1 })?.symbol).toBe(put(95))
    expect(legIndexOf([], { symbol: call(110), at: 1 })).toBeUndefined()
  })
})
